// The apps that a phone's installation service lists.
#include "tests/device/fleet/attached_fleet.hpp"

#include <algorithm>

namespace thimble::tests {
namespace {

using e2e::operator""s;

using app_list = device::result<std::vector<device::installed_app>>;

app_list apps_of(attached_fleet& desk, const e2e::virtual_phone& phone)
{
    REQUIRE(desk.until(10s, [&] { return desk.phone(phone)->apps() != nullptr; }));
    return run_until_done(desk.context(), desk.phone(phone)->apps()->read());
}

} // namespace

TEST_CASE("the apps that a person can open are listed, also without a driver", "[device]")
{
    const e2e::virtual_phones world({.phones = {"iPhone 15 Pro,ios=18.5,runner=dead"}});
    attached_fleet desk(world);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, "DRIVER_NOT_RUNNING"));
    const auto apps = apps_of(desk, phone);
    REQUIRE(apps);
    const auto notes =
        std::ranges::find(*apps, "com.apple.mobilenotes", &device::installed_app::bundle_id);
    REQUIRE(notes != apps->end());
    CHECK(*notes == device::installed_app{.bundle_id = "com.apple.mobilenotes",
                                          .name = "Notes",
                                          .version = "18.5",
                                          .system = true});
    const auto sketch =
        std::ranges::find(*apps, "com.thimble.sketch", &device::installed_app::bundle_id);
    REQUIRE(sketch != apps->end());
    CHECK_FALSE(sketch->system);
    CHECK(phone.events().empty());
}

TEST_CASE("an installation service that refuses is told of, and asked anew", "[device]")
{
    const e2e::virtual_phones world;
    const auto phone = world.at(0);
    attached_fleet desk(world);
    REQUIRE(desk.until_state(phone, ""));
    phone.make("fault", {{"service", "installation_proxy"}, {"kind", "refuse"}});
    const auto refused = apps_of(desk, phone);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == device::problem::refused);
    CHECK(refused.error().phone == device::reached::nothing);
    phone.clear_faults();
    CHECK(apps_of(desk, phone));
}

TEST_CASE("a list of apps that breaks off is read once more", "[device]")
{
    const e2e::virtual_phones world;
    const auto phone = world.at(0);
    attached_fleet desk(world);
    REQUIRE(desk.until_state(phone, ""));
    const auto times = GENERATE(1, 2);
    CAPTURE(times);
    phone.make("fault", {{"service", "installation_proxy"}, {"kind", "cut"}, {"count", times}});
    CHECK(apps_of(desk, phone).has_value() == (times == 1));
}

TEST_CASE("a phone that trusts no longer says so when its apps are asked for", "[device]")
{
    const e2e::virtual_phones world;
    const auto phone = world.at(0);
    attached_fleet desk(world);
    REQUIRE(desk.until_state(phone, ""));
    CHECK(apps_of(desk, phone));
    phone.make("trust", {{"state", "ask"}});
    const auto refused = apps_of(desk, phone);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == device::problem::not_ready);
    CHECK(refused.error().cause == "not_trusted");
}

} // namespace thimble::tests
