#include "tests/device/dtx/fake_dtx_service.hpp"

#include "async/signal.hpp"
#include "device/dtx/archive.hpp"

#include <boost/asio/error.hpp>

#include <algorithm>
#include <utility>

namespace thimble::tests {
namespace {

constexpr std::string_view publishing = "_notifyOfPublishedCapabilities:";

dtx::value value_in(const dtx::argument& what)
{
    if (const auto* buffer = std::get_if<dtx::bytes>(&what))
        return dtx::unarchive(*buffer).value_or(dtx::value());
    if (const auto* number = std::get_if<std::int32_t>(&what))
        return std::int64_t{*number};
    return {};
}

} // namespace

/// The state that both ends of a connection share.
class fake_dtx_service::wire {
public:
    explicit wire(const boost::asio::any_io_executor& home) : changed(home) {}

    dtx::bytes to_host;
    bool closed = false;
    fake_dtx_service* service = nullptr;
    async::signal changed;
};

class fake_dtx_service::end final : public device::coredevice::byte_stream {
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

    void close() override
    {
        wire_->closed = true;
        wire_->changed.notify_all();
    }

private:
    std::shared_ptr<wire> wire_;
};

fake_dtx_service::fake_dtx_service(boost::asio::any_io_executor home, handler on_message)
    : home_(std::move(home)), on_message_(std::move(on_message))
{
}

fake_dtx_service::~fake_dtx_service()
{
    if (wire_)
        wire_->service = nullptr;
}

std::unique_ptr<device::coredevice::byte_stream> fake_dtx_service::connect()
{
    if (wire_)
        wire_->service = nullptr;
    wire_ = std::make_shared<wire>(home_);
    wire_->service = this;
    assembler_ = dtx::message_assembler();
    next_identifier_ = 1;
    const dtx::dictionary capabilities{{"com.apple.private.DTXBlockCompression", std::int64_t{2}},
                                       {"com.apple.private.DTXConnection", std::int64_t{1}}};
    if (!silent)
        call(0, publishing, {dtx::archived(capabilities)}, false);
    return std::make_unique<end>(wire_);
}

void fake_dtx_service::say(const dtx::message_header& header, const dtx::message_body& body)
{
    dtx::bytes written;
    dtx::put_message(written, header, dtx::encode(body));
    send(written);
}

std::uint32_t fake_dtx_service::call(std::int32_t channel,
                                     std::string_view selector,
                                     const dtx::arguments& with,
                                     bool wants_answer)
{
    const auto identifier = next_identifier_++;
    say({.identifier = identifier, .channel = channel, .wants_reply = wants_answer},
        {.kind = dtx::payload_kind::call,
         .auxiliary = dtx::encode(with),
         .payload = dtx::archive(std::string(selector))});
    return identifier;
}

void fake_dtx_service::answer(const heard_message& to, const dtx::value& with)
{
    dtx::message_body body;
    if (with != dtx::value())
        body = {.kind = dtx::payload_kind::object, .payload = dtx::archive(with)};
    say({.identifier = to.header.identifier,
         .conversation = to.header.conversation + 1,
         .channel = to.header.channel},
        body);
}

void fake_dtx_service::refuse(const heard_message& to, const dtx::ns_error& why)
{
    say({.identifier = to.header.identifier,
         .conversation = to.header.conversation + 1,
         .channel = to.header.channel},
        {.kind = dtx::payload_kind::error, .payload = dtx::archive(why)});
}

void fake_dtx_service::send(dtx::byte_view bytes)
{
    wire_->to_host.insert(wire_->to_host.end(), bytes.begin(), bytes.end());
    wire_->changed.notify_all();
}

void fake_dtx_service::hang_up()
{
    wire_->closed = true;
    wire_->changed.notify_all();
}

void fake_dtx_service::take(std::span<const std::byte> bytes)
{
    const auto taken = assembler_.take(bytes);
    if (!taken)
        return hang_up();
    for (const auto& each : *taken)
        take_message(each);
}

void fake_dtx_service::take_message(const dtx::assembled_message& what)
{
    const auto body = dtx::decode_body(what.body);
    if (!body)
        return hang_up();
    heard_message heard{.header = what.header,
                        .kind = body->kind,
                        .selector = {},
                        .arguments = {},
                        .content = dtx::unarchive(body->payload).value_or(dtx::value()),
                        .body = what.body};
    if (body->kind == dtx::payload_kind::call) {
        if (const auto* selector = heard.content.as<std::string>())
            heard.selector = *selector;
        for (const auto& each : dtx::decode_arguments(body->auxiliary).value_or(dtx::arguments()))
            heard.arguments.push_back(value_in(each));
    }
    if (heard.selector == publishing)
        return published.push_back(std::move(heard));
    messages.push_back(heard);
    if (on_message_)
        on_message_(*this, heard);
}

} // namespace thimble::tests
