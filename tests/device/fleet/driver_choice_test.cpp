// The choice between two drivers of one phone.
#include "device/fleet/driver_choice.hpp"
#include "tests/device/wda/driver_fixture.hpp"

namespace thimble::tests {

using device::problem;
using device::reached;
using device::two_drivers;

TEST_CASE("the runner does again only what has not reached the phone through the tunnel",
          "[device]")
{
    struct ended {
        problem what;
        reached phone;
        const char* cause;
        bool by_runner;
    };
    for (const auto& [what, phone, cause, by_runner] : {
             ended{problem::unsupported, reached::nothing, "service_missing", true},
             ended{problem::unsupported, reached::nothing, "", true},
             ended{problem::timed_out, reached::nothing, "", true},
             ended{problem::refused, reached::nothing, "connection_lost", true},
             ended{problem::refused, reached::nothing, "tunnel_lost", true},
             ended{problem::detached, reached::nothing, "tunnel_lost", true},
             ended{problem::refused, reached::nothing, "malformed_answer", true},
             ended{problem::refused, reached::nothing, "media_stream_missing", true},
             ended{problem::unsupported, reached::nothing, "needs_pasting", true},
             ended{problem::refused, reached::perhaps, "effect_not_seen", false},
             ended{problem::refused, reached::nothing, "app_not_installed", false},
             ended{problem::refused, reached::nothing, "app_is_needed", false},
             ended{problem::timed_out, reached::perhaps, "", false},
             ended{problem::refused, reached::perhaps, "connection_lost", false},
             ended{problem::refused, reached::all, "com.apple.dt.CoreDeviceError 9021", false},
             ended{problem::unsupported, reached::all, "", false},
         }) {
        INFO(device::to_string(what) << " " << static_cast<int>(phone) << " " << cause);
        CHECK(two_drivers::left_undone(
                  {.what = what, .phone = phone, .message = {}, .cause = cause}) == by_runner);
    }
}

TEST_CASE_METHOD(driver_fixture, "the runner does what no tunnel offers", "[device]")
{
    device::coredevice::tunnel_options closed;
    closed.home = executor();
    device::coredevice::driver services(std::move(closed));
    two_drivers both(services, driver, [] { return true; });
    int through_tunnel = 0;
    int by_runner = 0;
    const auto counting = [](int& times) -> boost::asio::awaitable<device::result<void>> {
        ++times;
        co_return device::result<void>();
    };
    const auto before = both.notes().now();
    CHECK(both.notes().since(before, device::capability::clipboard).empty());
    CHECK(run_until_done(context, both.by_better<void>(
                                      device::capability::clipboard,
                                      [&] { return counting(through_tunnel); },
                                      [&] { return counting(by_runner); })));
    CHECK(through_tunnel == 0);
    CHECK(by_runner == 1);
    CHECK(both.notes().since(before, device::capability::clipboard) == device::driver_name::runner);
    CHECK(both.notes().since(both.notes().now(), device::capability::clipboard).empty());
}

TEST_CASE_METHOD(driver_fixture,
                 "touches and texts are the runner's where no tunnel has them",
                 "[device]")
{
    device::coredevice::tunnel_options closed;
    closed.home = executor();
    device::coredevice::driver services(std::move(closed));
    two_drivers both(services, driver, [] { return true; });
    const auto done_by = [&](device::capability what) { return both.notes().since(0, what); };
    device::bound_touches touches(both);
    device::bound_dragger dragger(both);
    device::bound_lock lock(both);
    device::bound_keys keys(both);
    device::bound_typing typing(both);
    runner.on("POST " + session_path + "/wda/keys", value("null", session_id));
    CHECK(touches.when_cancelled() == device::on_cancel::plays_on);
    CHECK(run_until_done(context, typing.type("abc")));
    CHECK(done_by(device::capability::text) == device::driver_name::runner);
    CHECK(run_until_done(context, keys.press({.usage = 0x28})));
    CHECK(done_by(device::capability::keys) == device::driver_name::runner);
    CHECK(done_by(device::capability::touch).empty());
    run_until_done(context, dragger.drag({}, {})); // whatever becomes of it
    CHECK(done_by(device::capability::touch) == device::driver_name::runner);
    CHECK(done_by(device::capability::lock).empty());
    CHECK(run_until_done(context, lock.locked()) == false);
    CHECK(done_by(device::capability::lock) == device::driver_name::runner);
}

} // namespace thimble::tests
