// A picture of 3 MB that a phone's own service takes, through RemoteXPC on a connection of its own,
// against as many bytes through the same tunnel on a connection that is open, and over TLS alone,
// both ends on one thread: bench_tunnel_picture [ROUNDS]. The phone's end says what it has said
// once before, so that making it takes no time. Ends with 1 when the picture takes more than one
// and a half times as long as its bytes through the tunnel.
#include "bench/command_line.hpp"
#include "bench/encrypted_ends.hpp"
#include "bench/measurement.hpp"
#include "device/coredevice/screen_capture.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/tunnel/phone_tunnel.hpp"
#include "tests/device/coredevice/fake_service.hpp"
#include "tests/device/tunnel/tunnel_phone.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

namespace thimble::bench {

namespace {

namespace asio = boost::asio;
namespace coredevice = device::coredevice;
namespace xpc = coredevice::xpc;

constexpr std::size_t picture_bytes = 3'000'000;
constexpr double allowed_ratio = 1.5;
constexpr std::uint16_t directory_port = 58'783;
constexpr std::uint16_t picture_port = 50'002;
constexpr std::uint16_t plain_port = 50'003;

/// Sends what its connection has room for, from there on; the new place.
std::size_t
send_some(tests::served_connection& over, std::span<const std::byte> said, std::size_t from)
{
    for (std::size_t sent = 1; sent > 0 && from < said.size(); from += sent)
        sent = over.tcp.write(
            said.subspan(from).first(std::min(said.size() - from, over.tcp.writable())));
    return from;
}

/// Takes what has come.
std::vector<std::byte> all_that_came(tests::served_connection& over)
{
    std::vector<std::byte> heard(over.tcp.readable());
    over.tcp.read(heard);
    return heard;
}

/// All that a service has said on one connection.
struct conversation_record {
    struct part {
        std::size_t heard = 0; // bytes, before it was said
        std::size_t end = 0;   // in `said`
    };

    std::span<const std::byte> said_once(std::size_t heard) const
    {
        std::size_t end = 0;
        for (const auto& each : parts)
            if (each.heard <= heard)
                end = each.end;
        return std::span(said).first(end);
    }

    std::vector<std::byte> said;
    std::vector<part> parts;
};

/// All that a played service says goes into one of the phone's connections, and what comes there to
/// the service.
class carried_service : public std::enable_shared_from_this<carried_service> {
public:
    /// `on_news` is called when there is something to send.
    carried_service(std::unique_ptr<coredevice::byte_stream> service, std::function<void()> on_news)
        : service_(std::move(service)), on_news_(std::move(on_news))
    {
    }

    void start(const asio::any_io_executor& home)
    {
        asio::co_spawn(home, take_answers(shared_from_this()), asio::detached);
    }

    void serve(const asio::any_io_executor& home, tests::served_connection& over)
    {
        auto heard = all_that_came(over);
        heard_ += heard.size();
        if (!heard.empty())
            asio::co_spawn(home, tell(shared_from_this(), std::move(heard)), asio::detached);
        sent_ = send_some(over, record_.said, sent_);
        if (over.tcp.input_ended()) {
            service_->close();
            over.tcp.shut_writing();
        }
    }

    const conversation_record& record() const { return record_; }

private:
    static asio::awaitable<void> take_answers(std::shared_ptr<carried_service> self)
    {
        std::vector<std::byte> room(picture_bytes + (1UL << 20U));
        while (const auto count = co_await self->service_->read_some(room)) {
            const auto some = std::span(room).first(*count);
            auto& record = self->record_;
            record.said.insert(record.said.end(), some.begin(), some.end());
            record.parts.push_back({.heard = self->heard_, .end = record.said.size()});
            self->on_news_();
        }
    }

    static asio::awaitable<void> tell(std::shared_ptr<carried_service> self,
                                      std::vector<std::byte> heard)
    {
        co_await self->service_->write(heard);
    }

    std::unique_ptr<coredevice::byte_stream> service_;
    std::function<void()> on_news_;
    conversation_record record_;
    std::size_t heard_ = 0;
    std::size_t sent_ = 0;
};

/// Says the same as in that conversation.
class repeated_service {
public:
    void serve(const conversation_record& what, tests::served_connection& over)
    {
        heard_ += all_that_came(over).size();
        sent_ = send_some(over, what.said_once(heard_), sent_);
        if (over.tcp.input_ended())
            over.tcp.shut_writing();
    }

private:
    std::size_t heard_ = 0;
    std::size_t sent_ = 0;
};

/// A phone whose screen is asked for through its tunnel.
class photographed_phone {
public:
    explicit photographed_phone(asio::io_context& context)
        : context_(context), carrying_(context), directory_(context.get_executor()),
          pictures_(context.get_executor(),
                    tests::answering(
                        {{"CoreDevice.output", xpc::dictionary{{"image", xpc::data(picture_bytes)},
                                                               {"imageFormat", "png"}}}}))
    {
    }

    ~photographed_phone()
    {
        if (end_)
            end_->hang_up();
    }

    photographed_phone(const photographed_phone&) = delete;
    photographed_phone& operator=(const photographed_phone&) = delete;

    asio::awaitable<void> open()
    {
        co_await carrying_.open();
        const auto home = context_.get_executor();
        end_ = std::make_shared<tests::tunnel_phone>(home, std::move(carrying_.phone));
        carry(directory_port, [this] {
            auto stream = directory_.connect();
            directory_.say(1, {.flags = 0x101, .id = 1, .body = handshake()});
            return stream;
        });
        carry(picture_port, [this] { return pictures_.connect(); });
        end_->services[plain_port] = [bytes = std::vector<std::byte>(picture_bytes)](auto& over) {
            if (!all_that_came(over).empty())
                over.count = 1;
            else if (over.count == 0)
                return;
            const auto sent = send_some(over, bytes, over.count - 1);
            over.count = sent < bytes.size() ? sent + 1 : 0;
        };
        end_->start();
        auto opened = co_await device::tunnel::phone_tunnel::open(std::move(carrying_.host));
        if (!opened)
            throw std::runtime_error("no tunnel");
        tunnel_ = std::move(*opened);
        device_.emplace(
            home, tunnel_->opener(),
            coredevice::core_device::options{.directory_port = directory_port, .host = {}});
        if (!co_await device_->read_directory(std::chrono::seconds(20)))
            throw std::runtime_error("no directory");
        co_await capture();
        repeat_pictures();
        auto plain = co_await tunnel_->connect(plain_port);
        if (!plain)
            throw std::runtime_error("no connection");
        plain_ = std::move(*plain);
    }

    /// As many bytes as a picture has.
    asio::awaitable<void> transfer()
    {
        co_await write_all(*plain_, 1);
        co_await read_all(*plain_, picture_bytes);
    }

    asio::awaitable<void> capture()
    {
        const auto picture = co_await coredevice::capture_screen(*device_);
        if (!picture || picture->image.size() != picture_bytes)
            throw std::runtime_error("no picture");
    }

private:
    /// A connection to that port begins with a count of 0.
    void carry(std::uint16_t port,
               std::function<std::unique_ptr<coredevice::byte_stream>()> new_connection)
    {
        end_->services[port] = [this, connect = std::move(new_connection)](auto& over) {
            const auto home = context_.get_executor();
            auto& carried = carried_[&over];
            if (std::exchange(over.count, 1) == 0) {
                carried =
                    std::make_shared<carried_service>(connect(), [this] { end_->send_raw({}); });
                carried->start(home);
                newest_ = carried;
            }
            carried->serve(home, over);
        };
    }

    /// From now on as on the connection that has just been served.
    void repeat_pictures()
    {
        end_->services[picture_port] = [this, record = newest_->record()](auto& over) {
            auto& repeated = repeated_[&over];
            if (std::exchange(over.count, 1) == 0)
                repeated = {};
            repeated.serve(record, over);
        };
    }

    static xpc::dictionary handshake()
    {
        return {
            {"MessageType", "Handshake"},
            {"Properties", xpc::dictionary()},
            {"Services", xpc::dictionary{{coredevice::service::screen_capture,
                                          xpc::dictionary{{"Port", std::to_string(picture_port)},
                                                          {"Properties", xpc::dictionary()}}}}}};
    }

    asio::io_context& context_;
    encrypted_ends carrying_;
    tests::fake_service directory_;
    tests::fake_service pictures_;
    std::map<const tests::served_connection*, std::shared_ptr<carried_service>> carried_;
    std::shared_ptr<carried_service> newest_;
    std::map<const tests::served_connection*, repeated_service> repeated_;
    std::shared_ptr<tests::tunnel_phone> end_;
    std::unique_ptr<device::tunnel::phone_tunnel> tunnel_;
    std::unique_ptr<coredevice::byte_stream> plain_;
    std::optional<coredevice::core_device> device_;
};

bool run(int rounds)
{
    asio::io_context context(1);
    encrypted_ends plain(context);
    photographed_phone phone(context);
    run_until_done(context, plain.open());
    run_until_done(context, phone.open());
    constexpr int warm_up = 5;
    const auto over_tls = [&] {
        asio::co_spawn(context, write_all(*plain.phone, picture_bytes), asio::detached);
        run_until_done(context, read_all(*plain.host, picture_bytes));
    };
    const auto through_tunnel = [&] { run_until_done(context, phone.transfer()); };
    const auto carried = compare(warm_up, rounds, over_tls, through_tunnel);
    const auto taken =
        compare(warm_up, rounds, through_tunnel, [&] { run_until_done(context, phone.capture()); });
    plain.close();
    const auto median = [](const measurement& of) { return of.quantile(0.5).count(); };
    std::printf("a picture of %zu bytes, both ends on one core\n", picture_bytes);
    std::printf("  as many over TLS alone      %6.2f ms\n", median(carried.direct));
    std::printf("  as many through the tunnel  %6.2f ms, %.2f times that\n", median(carried.ours),
                carried.ratio());
    std::printf("  by the phone's service      %6.2f ms\n", median(taken.ours));
    std::printf("  ratio                       %6.2f (at most %.1f)\n", taken.ratio(),
                allowed_ratio);
    return taken.ratio() <= allowed_ratio;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "ROUNDS", .usual = 200}},
        [](const auto& numbers) { return thimble::bench::run(numbers[0]); }, 300);
}
