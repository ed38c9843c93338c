// Phones of a fleet: found, driven, lost and found again.
#include "tests/device/fleet/attached_fleet.hpp"
#include "tests/device/paths.hpp"

#include <optional>
#include <set>
#include <stdexcept>

namespace thimble::tests {
namespace {

using device::capability;
using device::problem;
using e2e::operator""ms;
using e2e::operator""s;

constexpr auto until_back = 10s; // within which a phone is back

e2e::phone_shop one(const std::string& phone, const std::string& device_time = "0")
{
    return {.phones = {phone}, .device_time = device_time};
}

/// Touches the phone without a pause until it is unplugged or `enough`.
boost::asio::awaitable<void>
keep_touching(std::shared_ptr<device::phone> phone, gesture::touch_path path, const bool& enough)
{
    while (!enough && phone->touches() != nullptr)
        co_await phone->touches()->play(path, *phone->facts().interface);
}

} // namespace

TEST_CASE("an attached phone tells what it is and becomes ready", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5,name=Ada"));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, ""));
    REQUIRE(desk.until(10s, [&] { return !desk.phone(phone)->facts().name.empty(); }));
    const auto& facts = desk.phone(phone)->facts();
    CHECK(facts.udid == phone.udid());
    CHECK(facts.name == "Ada");
    CHECK(facts.marketing_name == "iPhone 15 Pro");
    CHECK(facts.product_type == "iPhone16,1");
    CHECK(facts.os_version == "18.5");
    CHECK(facts.driver_version == "16.12.9");
    CHECK(facts.panel == screen::pixel_size{1179, 2556});
    CHECK(facts.scale == 3.0);
    CHECK(facts.interface == screen::interface{{393, 852}, screen::orientation::portrait});
    CHECK(facts.locked == false);
    CHECK(facts.battery_level.has_value());
    const std::set everything{
        capability::frame,     capability::live_frames,   capability::touch,
        capability::keys,      capability::text,          capability::buttons,
        capability::apps,      capability::app_list,      capability::url,
        capability::clipboard, capability::lock,          capability::orientation,
        capability::elements,  capability::action_button, capability::front_app};
    CHECK(desk.phone(phone)->capabilities() == everything);
}

TEST_CASE("no tunnel is begun where tunnels are off", "[device]")
{
    const bool tunnels = GENERATE(false, true);
    INFO(tunnels);
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    const auto phone = world.at(0);
    phone.make("fault", {{"service", "tunnel.handshake"}, {"kind", "cut"}, {"count", 1'000}});
    attached_fleet desk(world, {.claim = {}, .on_change = {}, .record_to = {}, .tunnels = tunnels});
    REQUIRE(desk.until_state(phone, ""));
    const auto tried = [&] { return !desk.phone(phone)->facts().tunnel_problem.empty(); };
    if (tunnels) {
        CHECK(desk.until(10s, tried));
    } else {
        desk.run_for(3s);
        CHECK_FALSE(tried());
        CHECK_FALSE(desk.phone(phone)->facts().tunnel_open);
    }
}

TEST_CASE("a tunnel through which nothing comes is told while it is being opened", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    const auto phone = world.at(0);
    phone.make("fault", {{"service", "tunnel"}, {"kind", "hang"}});
    attached_fleet desk(world, {.claim = {}, .on_change = {}, .record_to = {}, .tunnels = true});
    REQUIRE(desk.until(30s, [&] {
        const auto found = desk.phone(phone);
        return found && found->facts().tunnel_opening;
    }));
    CHECK_FALSE(desk.phone(phone)->facts().tunnel_open);
}

TEST_CASE("a phone without an action button does not offer one", "[device]")
{
    const e2e::virtual_phones world(one("iPhone SE 2,ios=17"));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, ""));
    REQUIRE(desk.until(10s, [&] { return !desk.phone(phone)->facts().name.empty(); }));
    const auto& offered = desk.phone(phone)->capabilities();
    CHECK(offered.contains(capability::buttons));
    CHECK_FALSE(offered.contains(capability::action_button));
}

TEST_CASE("looking at a phone leaves no event on it", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5,passcode=1234,locked"));
    attached_fleet desk(world, {.claim = {}, .on_change = {}, .record_to = {}});
    const auto phone = world.at(0);
    const auto before = phone.next_event();
    REQUIRE(desk.until_state(phone, "LOCKED"));
    REQUIRE(desk.until_frames(phone));
    REQUIRE(desk.capture(phone));
    desk.run_for(1s);
    CHECK(phone.next_event() == before);
}

TEST_CASE("a tap lands where it is meant to", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, ""));
    const auto since = phone.next_event();
    REQUIRE(desk.play(phone, tap_at(100.5, 200)));
    const auto down = phone.fingers_down(since);
    REQUIRE(down.size() == 1);
    CHECK(down[0]["x"] == 100.5);
    CHECK(down[0]["y"] == 200);
}

TEST_CASE("a phone that is touched all the time is known to be locked soon", "[device]")
{
    const auto* device_time = GENERATE("0", "1");
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5", device_time));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, ""));
    bool enough = false;
    bool ended = false;
    boost::asio::co_spawn(desk.context(),
                          keep_touching(desk.phone(phone), tap_at(100, 100), enough),
                          [&](const std::exception_ptr&) { ended = true; });
    REQUIRE(desk.until(10s, [&] { return phone.fingers_down().size() > 3; }));
    phone.make("lock");
    CHECK(desk.until_state(phone, "LOCKED"));
    phone.make("unlock");
    CHECK(desk.until_state(phone, ""));
    enough = true;
    REQUIRE(desk.until(10s, [&] { return ended; }));
}

TEST_CASE("home brings the home screen back", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    REQUIRE(desk.until_state(phone, ""));
    REQUIRE(desk.press_home(phone));
    CHECK(phone.facts()["front_app"] == "com.apple.springboard");
}

TEST_CASE("a picture is the panel as it is", "[device]")
{
    const e2e::virtual_phones world(one("iPhone SE 2,ios=17"));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, ""));
    const auto frame = desk.capture(phone);
    REQUIRE(frame);
    CHECK(frame->picture.size == screen::pixel_size{750, 1334});
    CHECK(frame->picture.format == screen::picture_format::png);
    CHECK(frame->driver == "webdriveragent");
}

TEST_CASE("a touch for a phone that has turned is stale, and the turn is known at once", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    REQUIRE(desk.until_state(phone, ""));
    phone.make("rotate", {{"orientation", "landscape_left"}});
    const auto since = phone.next_event();
    const auto outcome = desk.play(phone, tap_at(100, 100));
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == problem::stale_frame);
    CHECK(phone.fingers_down(since).empty());
    CHECK(desk.phone(phone)->facts().interface ==
          screen::interface{{852, 393}, screen::orientation::landscape_left});
    CHECK(desk.play(phone, tap_at(800, 100)));
}

TEST_CASE("a picture of a turned phone brings the interface that it shows", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    REQUIRE(desk.until_state(phone, ""));
    phone.make("rotate", {{"orientation", "landscape_right"}});
    const auto frame = desk.capture(phone);
    REQUIRE(frame);
    CHECK(frame->picture.size == screen::pixel_size{2556, 1179});
    CHECK(desk.phone(phone)->facts().interface ==
          screen::interface{{852, 393}, screen::orientation::landscape_right});
    CHECK(desk.phone(phone)->facts().panel == screen::pixel_size{1179, 2556});
}

TEST_CASE("a phone that is unplugged in the middle of a touch is detached", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5", "1"));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, ""));
    const auto attached = desk.phone(phone);
    int told = 0;
    const async::subscription watch = attached->on_detached([&] { ++told; });
    std::optional<device::result<void>> outcome;
    boost::asio::co_spawn(
        desk.context(),
        attached->touches()->play(hold_at(100, 100, 5s), *attached->facts().interface),
        [&](const std::exception_ptr&, device::result<void> value) { outcome = std::move(value); });
    REQUIRE(desk.until(10s, [&] { return !phone.fingers_down().empty(); }));
    phone.make("unplug");
    REQUIRE(desk.until(10s, [&] { return outcome.has_value(); }));
    REQUIRE_FALSE(outcome->has_value());
    CHECK(outcome->error().what == problem::detached);
    CHECK(outcome->error().phone == device::reached::perhaps);
    CHECK(desk.until(10s, [&] { return !attached->attached(); }));
    CHECK(desk.phone(phone) == nullptr);
    CHECK(told == 1);
}

TEST_CASE("a phone that is plugged in again is back", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, ""));
    phone.make("unplug");
    REQUIRE(desk.until_state(phone, "DETACHED"));
    phone.make("plug");
    REQUIRE(desk.until_state(phone, "", until_back));
    CHECK(desk.play(phone, tap_at(100, 100)));
}

TEST_CASE("phones are back after usbmuxd has died and returned", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    attached_fleet desk(world);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, ""));
    world.stop_mux();
    REQUIRE(desk.until_state(phone, "DETACHED"));
    REQUIRE(desk.until(10s, [&] { return !desk.fleet().host_blockers().empty(); }));
    CHECK(desk.fleet().host_blockers().front().code == device::blocker_code::usbmuxd_not_running);
    world.start_mux();
    REQUIRE(desk.until_state(phone, "", until_back));
    CHECK(desk.until(10s, [&] { return desk.fleet().host_blockers().empty(); }));
}

TEST_CASE("two phones do not mix", "[device]")
{
    const e2e::virtual_phones world(
        {.phones = {"iPhone 15 Pro,ios=18.5,name=A", "iPhone SE 2,ios=17,name=B"},
         .device_time = "0"});
    attached_fleet desk(world);
    REQUIRE(desk.until_state(world.at(0), ""));
    REQUIRE(desk.until_state(world.at(1), ""));
    REQUIRE(desk.play(world.at(1), tap_at(10, 20)));
    CHECK(world.at(0).fingers_down().empty());
    CHECK(world.at(1).fingers_down().size() == 1);
    world.at(0).make("unplug");
    REQUIRE(desk.until_state(world.at(0), "DETACHED"));
    CHECK(desk.state(world.at(1)).empty());
    CHECK(desk.fleet().phones().size() == 1);
}

TEST_CASE("a phone that another process has claimed is seen and not driven", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    bool free = false;
    device::fleet_options options;
    options.claim = [&](const std::string&) -> std::shared_ptr<void> {
        return free ? std::make_shared<int>(1) : nullptr;
    };
    attached_fleet desk(world, options);
    const auto phone = world.at(0);
    REQUIRE(desk.until_state(phone, "DRIVER_NOT_RUNNING"));
    REQUIRE(desk.until(10s, [&] { return !desk.phone(phone)->facts().name.empty(); }));
    CHECK(desk.phone(phone)->capabilities().empty());
    CHECK(desk.phone(phone)->touches() == nullptr);
    free = true;
    CHECK(desk.until_state(phone, "", until_back));
}

TEST_CASE("a watch that fails begins anew", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    int claims = 0;
    attached_fleet desk(world, {.claim = [&claims](const std::string&) -> std::shared_ptr<void> {
                                    if (++claims == 1)
                                        throw std::runtime_error("no space for the lock");
                                    return std::make_shared<int>(0);
                                },
                                .on_change = {},
                                .record_to = {}});
    CHECK(desk.until_state(world.at(0), ""));
    CHECK(claims > 1);
}

TEST_CASE("a fleet that goes leaves nothing behind", "[device]")
{
    const e2e::virtual_phones world(one("iPhone 15 Pro,ios=18.5"));
    for (int i = 0; i < 3; ++i) {
        attached_fleet desk(world);
        REQUIRE(desk.until(10s, [&] { return desk.phone(world.at(0)) != nullptr; }));
    }
}

} // namespace thimble::tests
