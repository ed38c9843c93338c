// A daemon's link that the service refuses, or whose hello it does not take or answer.
#include "daemon/uplink/link_client.hpp"
#include "link/limits.hpp"
#include "link/version.hpp"
#include "tests/daemon/execution/executor_fixture.hpp"
#include "tests/daemon/uplink/scripted_server.hpp"
#include "tests/e2e/eventually.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/websocket.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace thimble::daemon {

namespace {

namespace asio = boost::asio;

link::hello introduction()
{
    link::hello out;
    out.desktop_id = "a-desktop";
    out.name = "Ada's desk";
    out.version = "1.0.0";
    out.boot_id = "a-boot";
    out.journal_id = "a-journal";
    return out;
}

class linking : public executor_fixture {
public:
    explicit linking() = default;

    std::vector<link::phone_state> phones; // of the hello

    /// Until a coroutine that was spawned with the result of `ending()` is over.
    void stop()
    {
        stop_.emit(asio::cancellation_type::terminal);
        run_until([this] { return ended_; });
    }

    auto ending()
    {
        return asio::bind_cancellation_slot(stop_.slot(),
                                            [this](const std::exception_ptr&) { ended_ = true; });
    }

    /// At a server on this machine.
    link_context around(std::uint16_t port)
    {
        const auto address =
            parse_service_address("http://127.0.0.1:" + std::to_string(port)).value();
        way_ = connector::make(context.get_executor(), {.service = address}).value();
        return {.home = context.get_executor(),
                .way = *way_,
                .commands = work_,
                .moving = moving_,
                .videos = videos_,
                .introduce = introduction,
                .phones = [this] { return phones; },
                .log = silent_log(),
                .enroll_again = "thimbled enroll --force"};
    }

private:
    asio::cancellation_signal stop_;
    bool ended_ = false;
    std::unique_ptr<connector> way_;
    result_outbox work_{context.get_executor(), executor, records, silent_log()};
    picture_pool pool_{context.get_executor()};
    streams moving_{{.home = context.get_executor(),
                     .find_phone = [](const std::string&) { return nullptr; },
                     .frames_of = {},
                     .log = silent_log()},
                    pool_};
    video_streams videos_{{.home = context.get_executor(),
                           .find_phone = [](const std::string&) { return nullptr; },
                           .log = silent_log()}};
};

/// So many of them make a hello that is larger than what a connection takes without being read.
link::phone_state phone_with_much_to_say()
{
    link::phone_state out;
    out.udid = "00008130-000A1B2C3D4E001C";
    out.blockers.assign(link::limits::blockers,
                        {.code = "LOCKED",
                         .message = std::string(link::limits::sentence_bytes - 96, 'm'),
                         .remedy = {},
                         .since = {}});
    return out;
}

/// A service that hangs as soon as the WebSocket is open.
asio::awaitable<void> accept_and_read_no_more(test::tcp_socket client)
{
    namespace websocket = boost::beast::websocket;
    client.set_option(asio::socket_base::receive_buffer_size(4096));
    websocket::stream<test::tcp_socket> wire(std::move(client));
    wire.set_option(websocket::stream_base::decorator([](websocket::response_type& answer) {
        answer.set(boost::beast::http::field::sec_websocket_protocol,
                   std::string(link::subprotocol));
    }));
    co_await wire.async_accept(asio::use_awaitable);
    asio::steady_timer for_ever(co_await asio::this_coro::executor,
                                asio::steady_timer::time_point::max());
    co_await for_ever.async_wait(asio::use_awaitable);
}

} // namespace

TEST_CASE_METHOD(linking, "a link that is refused says how to enrol again, and waits", "[daemon]")
{
    test::scripted_server server(
        context, test::saying("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"));
    link_client client(around(server.port()), [] { return "token"; }, {});
    asio::co_spawn(context, client.run(), ending());
    run_until([&] { return client.status().state == link_state::refused; });
    CHECK(client.status().problem.ends_with("Enrol it again with: thimbled enroll --force"));
    CHECK(server.connections() == 1);
    client.retry_now();
    run_until([&] { return server.connections() == 2; });
    run_until([&] { return client.status().state == link_state::refused; });
    stop();
    client.retry_now(); // nobody waits any more
    CHECK(server.connections() == 2);
}

TEST_CASE_METHOD(linking, "a service that does not take the hello is given up", "[daemon]")
{
    phones.assign(link::limits::phones - 8, phone_with_much_to_say());
    auto hello = introduction();
    hello.phones = phones;
    REQUIRE(link::encode(hello).value_or("").size() > link::limits::message_bytes * 9 / 10);
    test::scripted_server server(context, accept_and_read_no_more);
    auto how = around(server.port());
    how.time_to_open = std::chrono::milliseconds(500) * e2e::slowdown();
    link_client client(how, [] { return "token"; }, {});
    asio::co_spawn(context, client.run(), ending());
    run_until(
        [&] { return client.status().problem == "The service did not take the hello in time."; });
    stop();
}

TEST_CASE_METHOD(linking, "a service that sends no welcome is given up", "[daemon]")
{
    test::scripted_server server(context, accept_and_read_no_more);
    auto how = around(server.port());
    how.time_to_open = std::chrono::milliseconds(500) * e2e::slowdown();
    link_client client(how, [] { return "token"; }, {});
    asio::co_spawn(context, client.run(), ending());
    run_until([&] { return client.status().problem == "The service sent no welcome in time."; });
    stop();
}

} // namespace thimble::daemon
