// An alert that comes up while a phone is used.
#include "tests/device/fleet/attached_fleet.hpp"
#include "tests/device/paths.hpp"

namespace thimble::tests {

using e2e::operator""s;

TEST_CASE("an alert is known soon after a touch, and gone soon after its answer", "[device]")
{
    const e2e::virtual_phones world({.phones = {"iPhone 15 Pro,ios=18.5"}});
    device::fleet_options options;
    options.probe_ready = std::chrono::hours(1); // only a touch leads to a look
    options.alerts = {.rest = std::chrono::milliseconds(300), .shortest = 1s, .longest = 3600s};
    attached_fleet desk(world, options);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, ""));
    REQUIRE(desk.until(10s, [&] { return desk.phone(phone)->facts().interface.has_value(); }));
    const auto known = [&] { return desk.phone(phone)->facts().alert.has_value(); };
    const auto size = desk.phone(phone)->facts().interface->size;
    const auto show = [&] { phone.make("alert", {{"title", "Battery"}, {"buttons", {"Later"}}}); };

    show();
    REQUIRE(desk.play(phone, tap_at(5, 300)));
    REQUIRE(desk.until(20s, known));
    REQUIRE(desk.play(phone, tap_at(size.width / 2, size.height / 2 + 30))); // its button
    REQUIRE(desk.until(20s, [&] { return !known(); }));
}

TEST_CASE("an alert on a phone that nobody uses or watches is found after a while", "[device]")
{
    const e2e::virtual_phones world({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    device::fleet_options options;
    options.probe_ready = 1s;
    options.alerts = {.rest = std::chrono::milliseconds(300), .shortest = 1s, .longest = 2s};
    attached_fleet desk(world, options);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, ""));
    phone.make("alert", {{"title", "Battery"}, {"buttons", {"Later"}}});
    CHECK(desk.until(20s, [&] { return desk.phone(phone)->facts().alert.has_value(); }));
}

} // namespace thimble::tests
