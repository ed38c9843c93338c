// A picture of 3 MB that a phone's own service takes, through RemoteXPC, TCP, IPv6 and TLS on a
// connection of its own, against as many bytes over a TLS connection that is open, both ends on one
// thread: bench_tunnel_picture [ROUNDS]. Ends with 1 when the picture takes more than one and a
// half times as long.
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
        std::vector<std::byte> heard(over.tcp.readable());
        over.tcp.read(heard);
        if (!heard.empty())
            asio::co_spawn(home, tell(shared_from_this(), std::move(heard)), asio::detached);
        for (std::size_t sent = 1; sent > 0 && sent_ < said_.size(); sent_ += sent)
            sent = over.tcp.write(std::span(said_).subspan(sent_).first(
                std::min(said_.size() - sent_, over.tcp.writable())));
        if (over.tcp.input_ended()) {
            service_->close();
            over.tcp.shut_writing();
        }
    }

private:
    static asio::awaitable<void> take_answers(std::shared_ptr<carried_service> self)
    {
        std::vector<std::byte> room(picture_bytes + (1UL << 20U));
        while (const auto count = co_await self->service_->read_some(room)) {
            const auto some = std::span(room).first(*count);
            self->said_.insert(self->said_.end(), some.begin(), some.end());
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
    std::vector<std::byte> said_;
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
            }
            carried->serve(home, over);
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
    std::shared_ptr<tests::tunnel_phone> end_;
    std::unique_ptr<device::tunnel::phone_tunnel> tunnel_;
    std::optional<coredevice::core_device> device_;
};

bool run(int rounds)
{
    asio::io_context context(1);
    encrypted_ends plain(context);
    photographed_phone phone(context);
    run_until_done(context, plain.open());
    run_until_done(context, phone.open());
    const auto took = compare(
        5, rounds,
        [&] {
            asio::co_spawn(context, write_all(*plain.phone, picture_bytes), asio::detached);
            run_until_done(context, read_all(*plain.host, picture_bytes));
        },
        [&] { run_until_done(context, phone.capture()); });
    plain.close();
    std::printf("a picture of %zu bytes, both ends on one core\n", picture_bytes);
    std::printf("  as many over TLS     %8.2f ms\n", took.direct.quantile(0.5).count());
    std::printf("  by the phone's service%7.2f ms\n", took.ours.quantile(0.5).count());
    std::printf("  ratio                %8.2f (at most %.1f)\n", took.ratio(), allowed_ratio);
    return took.ratio() <= allowed_ratio;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "ROUNDS", .usual = 200}},
        [](const auto& numbers) { return thimble::bench::run(numbers[0]); }, 300);
}
