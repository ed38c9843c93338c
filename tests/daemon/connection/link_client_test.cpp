// A daemon's link where the service, or the daemon's own end, keeps it waiting.
#include "daemon/connection/link_client.hpp"
#include "link/limits.hpp"
#include "link/version.hpp"
#include "tests/daemon/connection/scripted_server.hpp"
#include "tests/daemon/executor_fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>

#include <chrono>
#include <netinet/in.h>
#include <optional>
#include <sys/socket.h>

namespace thimble::daemon {

namespace {

namespace asio = boost::asio;
namespace websocket = service::websocket;
using namespace std::chrono_literals;

/// The daemon's end is in this process too. By itself its buffer grows to 4 MB, as much as a
/// message may have.
void narrow_other_end(const test::tcp_socket& of)
{
    const auto wanted = of.remote_endpoint().port();
    constexpr int highest_descriptor = 1024;
    constexpr int bytes = 4096;
    int narrowed = 0;
    for (int each = 0; each < highest_descriptor; ++each) {
        sockaddr_in name{};
        socklen_t size = sizeof name;
        if (::getsockname(each, reinterpret_cast<sockaddr*>(&name), &size) == 0 &&
            name.sin_family == AF_INET && ntohs(name.sin_port) == wanted &&
            ::setsockopt(each, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes) == 0)
            ++narrowed;
    }
    CHECK(narrowed == 1);
}

/// Grants the WebSocket, and then takes nothing of what it is told.
asio::awaitable<void> grant_and_read_nothing(test::tcp_socket client)
{
    client.set_option(asio::socket_base::receive_buffer_size(4096));
    narrow_other_end(client);
    service::http::stream over(std::move(client));
    boost::beast::flat_buffer buffer;
    boost::beast::http::request<boost::beast::http::empty_body> asked;
    co_await boost::beast::http::async_read(over, buffer, asked, asio::use_awaitable);
    service::http::request first;
    first.head = asked.base();
    const auto made =
        co_await websocket::channel::accept(std::move(over), first,
                                            {.subprotocol = std::string(link::subprotocol),
                                             .largest_message = link::limits::message_bytes});
    asio::steady_timer for_ever(co_await asio::this_coro::executor, 1h);
    co_await for_ever.async_wait(asio::use_awaitable);
}

/// Two megabytes, in one message.
std::vector<link::phone_state> wordy_phones()
{
    std::vector<link::phone_state> out(link::limits::phones / 2);
    const std::string sentence(link::limits::sentence_bytes - 300, 'x');
    for (auto& each : out) {
        each.udid = "udid-" + std::to_string(&each - out.data());
        each.blockers.assign(4, {.code = "LOCKED",
                                 .message = sentence,
                                 .remedy = sentence,
                                 .since = std::chrono::system_clock::now()});
    }
    return out;
}

class linking : public executor_fixture {
public:
    explicit linking() = default;

    /// At a server on this machine.
    link_surroundings around(std::uint16_t port)
    {
        const auto address =
            parse_service_address("http://127.0.0.1:" + std::to_string(port)).value();
        way_ = connector::make(context.get_executor(), {.service = address}).value();
        return {.home = context.get_executor(),
                .way = *way_,
                .commands = work_,
                .moving = moving_,
                .introduce =
                    [] {
                        link::hello out;
                        out.desktop_id = "desktop";
                        out.name = "name";
                        out.version = "1.0.0";
                        out.boot_id = "boot";
                        out.journal_id = "journal";
                        return out;
                    },
                .phones = wordy_phones,
                .log = silent_log(),
                .enroll_again = "thimbled enroll --force"};
    }

private:
    std::unique_ptr<connector> way_;
    deliveries work_{context.get_executor(), executor, records, silent_log()};
    picture_pool pool_{context.get_executor()};
    streams moving_{{.home = context.get_executor(),
                     .find_phone = [](const std::string&) { return nullptr; },
                     .frames_of = {},
                     .log = silent_log()},
                    pool_};
};

} // namespace

TEST_CASE_METHOD(linking, "a service that takes no hello is given up in time", "[daemon]")
{
    test::scripted_server server(context, grant_and_read_nothing);
    auto with = around(server.port());
    with.time_to_open = 300ms;
    live_link link(with, "token");
    std::optional<link_end> how;
    asio::co_spawn(context, link.run([](const link::welcome&) {}),
                   [&how](const std::exception_ptr& thrown, link_end ended) {
                       if (!thrown)
                           how = std::move(ended);
                   });
    run_until([&] { return how.has_value(); });
    CHECK(how->how == ending::failed);
    CHECK(how->problem == "The service did not take the hello in time.");
}

TEST_CASE_METHOD(linking, "a link that is refused says how to enrol again, and waits", "[daemon]")
{
    test::scripted_server server(
        context, test::saying("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"));
    link_client client(around(server.port()), [] { return "token"; }, {});
    asio::cancellation_signal stop;
    bool ended = false;
    asio::co_spawn(context, client.run(),
                   asio::bind_cancellation_slot(
                       stop.slot(), [&ended](const std::exception_ptr&) { ended = true; }));
    run_until([&] { return client.status().state == link_state::refused; });
    CHECK(client.status().problem.ends_with("Enrol it again with: thimbled enroll --force"));
    CHECK(server.connections() == 1);
    client.retry_now();
    run_until([&] { return server.connections() == 2; });
    run_until([&] { return client.status().state == link_state::refused; });
    stop.emit(asio::cancellation_type::terminal);
    run_until([&] { return ended; });
    client.retry_now(); // nobody waits any more
    CHECK(server.connections() == 2);
}

} // namespace thimble::daemon
