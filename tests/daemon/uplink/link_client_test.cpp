// A daemon's link that the service refuses.
#include "daemon/uplink/link_client.hpp"
#include "tests/daemon/execution/executor_fixture.hpp"
#include "tests/daemon/uplink/scripted_server.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <memory>
#include <vector>

namespace thimble::daemon {

namespace {

namespace asio = boost::asio;

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
                .introduce = [] { return link::hello(); },
                .phones = [] { return std::vector<link::phone_state>(); },
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
