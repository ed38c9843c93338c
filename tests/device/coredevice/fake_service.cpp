#include "tests/device/coredevice/fake_service.hpp"

#include "async/signal.hpp"
#include "async/sleep.hpp"
#include "tests/device/coredevice/bytes.hpp"

#include <boost/asio/error.hpp>

#include <algorithm>
#include <utility>

namespace thimble::tests {
namespace {

namespace http2 = device::coredevice::http2;
namespace flag = xpc::flag;
using http2::frame_type;

constexpr std::size_t preface_bytes = 24;
constexpr std::uint32_t first_file_stream = 5;

} // namespace

/// The state that both ends of a connection share.
class fake_service::wire {
public:
    explicit wire(const boost::asio::any_io_executor& home) : changed(home) {}

    std::vector<std::byte> to_host;
    bool closed = false;
    fake_service* service = nullptr;
    async::signal changed;
};

class fake_service::end final : public device::coredevice::byte_stream {
public:
    explicit end(std::shared_ptr<wire> of) : wire_(std::move(of)) {}
    ~end() override { close(); }

    boost::asio::awaitable<std::expected<std::size_t, boost::system::error_code>>
    read_some(std::span<std::byte> to) override
    {
        const auto wire = wire_;
        while (wire->to_host.empty()) {
            if (wire->closed)
                co_return std::unexpected(boost::asio::error::eof);
            co_await wire->changed.wait();
        }
        const auto count = std::min(to.size(), wire->to_host.size());
        const auto behind = wire->to_host.begin() + static_cast<std::ptrdiff_t>(count);
        std::copy(wire->to_host.begin(), behind, to.begin());
        wire->to_host.erase(wire->to_host.begin(), behind);
        co_return count;
    }

    boost::asio::awaitable<std::expected<void, boost::system::error_code>>
    write(std::span<const std::byte> bytes) override
    {
        const auto wire = wire_;
        while (!wire->closed && wire->service != nullptr && wire->service->deaf)
            co_await wire->changed.wait();
        if (wire->closed || wire->service == nullptr)
            co_return std::unexpected(boost::asio::error::broken_pipe);
        wire->service->take(bytes);
        co_return std::expected<void, boost::system::error_code>();
    }

    bool all_arrived() const override
    {
        return wire_->service == nullptr || wire_->service->acknowledges;
    }

    boost::asio::awaitable<void> until_arrived() override
    {
        while (!all_arrived() && !wire_->closed)
            co_await async::sleep_for(std::chrono::milliseconds(1));
    }

    void close() override
    {
        wire_->closed = true;
        wire_->changed.notify_all();
    }

    void abort() override
    {
        if (wire_->service != nullptr)
            wire_->service->aborted = true;
        close();
    }

private:
    std::shared_ptr<wire> wire_;
};

fake_service::fake_service(boost::asio::any_io_executor home, handler on_message)
    : home_(std::move(home)), on_message_(std::move(on_message))
{
}

fake_service::~fake_service()
{
    if (wire_)
        wire_->service = nullptr;
}

std::unique_ptr<device::coredevice::byte_stream> fake_service::connect()
{
    ++connections;
    if (wire_)
        wire_->service = nullptr;
    wire_ = std::make_shared<wire>(home_);
    wire_->service = this;
    heard.clear();
    flags_on.clear();
    frames_ = {};
    readers_.clear();
    opened_.clear();
    preface_left_ = preface_bytes;
    if (!silent) {
        std::vector<std::byte> settings = bytes_of("0003 00000064 0004");
        http2::put_word(settings, window);
        http2::encode(wire_->to_host, frame_type::settings, 0, 0, settings);
        send("000004 08 00 00000000 000f0001");
    }
    return std::make_unique<end>(wire_);
}

void fake_service::say(std::uint32_t stream, const xpc::message& what)
{
    send_data(stream, xpc::encode(what));
}

void fake_service::reply(const heard_message& to, xpc::dictionary body)
{
    say(device::coredevice::reply_stream, {.flags = flag::always | flag::with_data | flag::reply,
                                           .id = to.id,
                                           .body = std::move(body)});
}

void fake_service::send(std::string_view hexadecimal)
{
    const auto bytes = bytes_of(hexadecimal);
    wire_->to_host.insert(wire_->to_host.end(), bytes.begin(), bytes.end());
    wire_->changed.notify_all();
}

void fake_service::send_data(std::uint32_t stream, std::span<const std::byte> bytes, bool last)
{
    open_stream(stream);
    do {
        const auto now = bytes.first(std::min<std::size_t>(bytes.size(), 16'374));
        bytes = bytes.subspan(now.size());
        const bool ends = last && bytes.empty();
        http2::encode(wire_->to_host, frame_type::data,
                      ends ? http2::frame_flag::end_stream : std::uint8_t{0}, stream, now);
    } while (!bytes.empty());
    wire_->changed.notify_all();
}

void fake_service::open_stream(std::uint32_t stream)
{
    if (!std::exchange(opened_[stream], true))
        http2::encode(wire_->to_host, frame_type::headers, http2::frame_flag::end_headers, stream,
                      {});
}

void fake_service::hang_up()
{
    wire_->closed = true;
    wire_->changed.notify_all();
}

void fake_service::take(std::span<const std::byte> bytes)
{
    heard.insert(heard.end(), bytes.begin(), bytes.end());
    const auto of_preface = std::min(preface_left_, bytes.size());
    preface_left_ -= of_preface;
    const auto frames = frames_.take(bytes.subspan(of_preface));
    if (!frames)
        return hang_up();
    for (const auto& each : *frames)
        take_frame(each);
}

void fake_service::take_frame(const http2::frame& what)
{
    if (what.type == frame_type::settings && what.flags == 0 && !silent)
        send("000000 04 01 00000000");
    if (what.type != frame_type::data)
        return;
    auto& reader = readers_[what.stream];
    const bool is_file =
        what.stream >= first_file_stream && what.stream % 2 == 1 && !flags_on[what.stream].empty();
    if (is_file) {
        auto& file = files[what.stream];
        file.insert(file.end(), what.payload.begin(), what.payload.end());
    } else if (const auto taken = reader.take(what.payload)) {
        for (const auto& each : *taken)
            take_message(what.stream, each);
    }
    if (what.has(http2::frame_flag::end_stream))
        ended.push_back(what.stream);
}

void fake_service::take_message(std::uint32_t stream, const xpc::arrived_message& what)
{
    if ((what.flags & flag::with_data) == 0) {
        flags_on[stream].push_back(what.flags);
        if (!silent && stream < first_file_stream && stream % 2 == 1)
            say(stream, {.flags = what.flags, .body = *what.body});
        return;
    }
    messages.push_back({.stream = stream,
                        .flags = what.flags,
                        .id = what.id,
                        .body = *(*what.body)->as<xpc::dictionary>()});
    if (on_message_)
        on_message_(*this, heard_message(messages.back()));
}

fake_service::handler answering(xpc::dictionary with)
{
    return
        [with = std::move(with)](fake_service& service, const fake_service::heard_message& what) {
            if ((what.flags & flag::wants_reply) != 0)
                service.reply(what, with);
        };
}

} // namespace thimble::tests
