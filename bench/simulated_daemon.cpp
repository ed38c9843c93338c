#include "bench/simulated_daemon.hpp"

#include "link/limits.hpp"
#include "link/version.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <stdexcept>
#include <utility>

namespace thimble::bench {

namespace asio = boost::asio;
namespace websocket = service::websocket;

namespace {

constexpr std::chrono::seconds longest_opening{60}; // while ten thousand others do the same

link::phone_state phone_of(const std::string& udid, bool encodes)
{
    link::phone_state out;
    out.udid = udid;
    out.attached = true;
    out.name = "Phone";
    out.device_name = "iPhone 15 Pro";
    out.product_type = "iPhone16,1";
    out.os_version = "18.5";
    out.native_size = screen::pixel_size{.width = 1179, .height = 2556};
    out.screenshot_size = screen::pixel_size{.width = 620, .height = 1344};
    out.scale = 3;
    out.capabilities = {"screenshot", "tap"};
    if (encodes)
        out.capabilities = {"screen.stream.hevc", "screenshot", "tap"};
    return out;
}

asio::awaitable<service::http::stream> connect(const asio::any_io_executor& home,
                                               std::uint16_t port)
{
    asio::ip::tcp::socket out(home);
    const asio::ip::tcp::endpoint there(asio::ip::address_v4::loopback(), port);
    co_await out.async_connect(there, asio::use_awaitable);
    out.set_option(asio::ip::tcp::no_delay(true));
    co_return service::http::stream(std::move(out));
}

std::string require_text(std::expected<std::string, link::malformed> encoded)
{
    if (!encoded)
        throw std::runtime_error(encoded.error().text());
    return std::move(*encoded);
}

} // namespace

simulated_daemon::simulated_daemon(asio::any_io_executor home,
                                   std::uint16_t port,
                                   enrolled_desktop as)
    : home_(std::move(home)), port_(port), self_(std::move(as)), udid_("phone-of-" + self_.id)
{
}

asio::awaitable<simulated_daemon::socket> simulated_daemon::open(std::string_view path,
                                                                 std::optional<std::int64_t> epoch)
{
    websocket::handshake_request wanted{.host = "localhost",
                                        .path = std::string(path),
                                        .headers = {{"Authorization", "Bearer " + self_.token}}};
    if (epoch)
        wanted.headers.emplace_back(link::epoch_header, std::to_string(*epoch));
    const websocket::options agreed{.subprotocol = std::string(link::subprotocol),
                                    .largest_message = link::limits::message_bytes,
                                    .time = longest_opening};
    auto made = co_await socket::open(co_await connect(home_, port_), wanted, agreed);
    if (!made)
        throw std::runtime_error("no link: " + std::to_string(made.error().status) + " " +
                                 made.error().reason);
    co_return std::move(*made);
}

link::hello simulated_daemon::hello() const
{
    link::hello out;
    out.desktop_id = self_.id;
    out.name = "Desk";
    out.version = "1.0.0";
    out.boot_id = self_.id;
    out.journal_id = self_.id;
    out.phones = {phone_of(udid_, on_video_ != nullptr)};
    return out;
}

asio::awaitable<void> simulated_daemon::link(bool pictures)
{
    messages_.emplace(co_await open(link::messages_path, std::nullopt));
    const auto said = require_text(link::encode(hello()));
    if (!co_await messages_->write(std::string_view(said)))
        throw std::runtime_error("nobody hears the hello");
    const auto answered = co_await messages_->read();
    if (!answered)
        throw std::runtime_error("no welcome: " + answered.error().text);
    const auto read = link::decode(answered->bytes);
    const auto* what = read ? std::get_if<link::message>(&read->what) : nullptr;
    const auto* welcome = what != nullptr ? std::get_if<link::welcome>(what) : nullptr;
    if (welcome == nullptr)
        throw std::runtime_error("the first message is no welcome");
    if (pictures)
        pictures_.emplace(co_await open(link::frames_path, welcome->epoch));
    linked_ = true;
}

asio::awaitable<void> simulated_daemon::live()
{
    for (bool open = true; open;) {
        const auto next = co_await messages_->read();
        if (!next)
            break;
        const auto read = link::decode(next->bytes);
        const auto* what = read ? std::get_if<link::message>(&read->what) : nullptr;
        open = what != nullptr && co_await answer(*what);
    }
    linked_ = false;
}

asio::awaitable<bool> simulated_daemon::answer(const link::message& what)
{
    if (const auto* command = std::get_if<link::command>(&what))
        co_return co_await carry_out(*command);
    if (const auto* stream = std::get_if<link::stream>(&what); stream != nullptr && on_video_)
        if (stream->codec == link::codec::hevc)
            on_video_(*stream);
    if (std::holds_alternative<link::heartbeat>(what)) {
        ++heartbeats_;
        const auto text = require_text(link::encode(what));
        co_return co_await messages_->write(std::string_view(text));
    }
    co_return true;
}

asio::awaitable<bool> simulated_daemon::send_frame(std::vector<std::byte> frame)
{
    if (!pictures_)
        co_return false;
    co_return co_await pictures_->write(std::span(std::as_const(frame)));
}

asio::awaitable<bool> simulated_daemon::carry_out(const link::command& what)
{
    link::result done;
    done.job_id = what.job_id;
    done.udid = what.udid;
    if (std::holds_alternative<link::screenshot>(what.what) && !shown_.empty())
        done.frame = link::frame{.picture = shown_,
                                 .space = {.size = shown_.size},
                                 .captured_at = std::chrono::system_clock::now()};
    const std::array said{require_text(link::encode(link::ack{what.job_id})),
                          require_text(link::encode(link::started{what.job_id})),
                          link::encode_result(std::move(done))};
    for (const auto& each : said)
        if (!co_await messages_->write(std::string_view(each)))
            co_return false;
    co_return true;
}

} // namespace thimble::bench
