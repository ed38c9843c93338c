// The host's real side through a tunnel to a virtual phone: what it reads is the phone's state,
// and what it does is seen on the phone.
#include "async/race.hpp"
#include "async/sleep.hpp"
#include "device/coredevice/app_service.hpp"
#include "device/coredevice/device_info.hpp"
#include "device/coredevice/device_orientation.hpp"
#include "device/coredevice/hardware_buttons.hpp"
#include "device/coredevice/pasteboard.hpp"
#include "device/coredevice/screen_capture.hpp"
#include "device/coredevice/xpc_members.hpp"
#include "tests/virtualphone/coredevice/tunnelled_phone.hpp"

#include <algorithm>

namespace thimble::tests {
namespace {

namespace host = device::coredevice;

constexpr auto sketch_id = "com.thimble.sketch";

bool names(const std::vector<host::app>& apps, std::string_view id)
{
    return std::ranges::find(apps, id, &host::app::bundle_id) != apps.end();
}

std::string letters_of(const std::vector<std::byte>& bytes)
{
    std::string result;
    for (const auto each : bytes)
        result.push_back(std::to_integer<char>(each));
    return result;
}

} // namespace

TEST_CASE("the host's side reads a phone through its tunnel", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    auto& services = desk.services();
    CHECK(services.directory().udid == desk.phone().udid());
    CHECK(services.directory().os_version == "18.5");
    CHECK(services.directory().services.size() > 40);
    CHECK(desk.tunnel().granted().mtu == 16'000);

    const auto about = desk.ask(host::read_device_info(services));
    REQUIRE(about);
    CHECK(host::xpc::text_member(*about, "productType") == "iPhone16,1");
    const auto displays = desk.ask(host::read_displays(services));
    REQUIRE(displays);
    REQUIRE(displays->size() == 1);
    CHECK(displays->front().mode == host::display_size{.width = 1179, .height = 2556});
    CHECK(displays->front().point_scale == 3.0);
    const auto lock = desk.ask(host::read_lock_state(services));
    REQUIRE(lock);
    CHECK(lock->passcode_required == false);
    CHECK(lock->unlocked_since_boot == true);

    const auto picture = desk.ask(host::capture_screen(services));
    REQUIRE(picture);
    CHECK(picture->format == "png");
    CHECK(letters_of(picture->image) == desk.phone().frame());
    const auto apps = desk.ask(host::list_apps(services));
    REQUIRE(apps);
    CHECK(names(*apps, sketch_id));
}

TEST_CASE("the host's side uses a phone through its tunnel", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    auto& services = desk.services();

    REQUIRE(desk.ask(host::write_pasteboard(services, "from the desk")));
    CHECK(desk.phone().facts().at("clipboard") == "from the desk");
    CHECK(desk.ask(host::read_pasteboard(services)).value_or("") == "from the desk");
    CHECK(desk.phone().facts().at("front_app") == "com.apple.springboard");

    const auto started = desk.ask(host::launch_app(services, {.bundle_id = sketch_id}));
    REQUIRE(started);
    CHECK(desk.phone().facts().at("front_app") == sketch_id);
    const auto processes = desk.ask(host::list_processes(services));
    REQUIRE(processes);
    CHECK(std::ranges::count(*processes, *started) == 1);

    const auto turned = desk.ask(host::turn_device(services, host::turn_direction::left));
    REQUIRE(turned);
    CHECK(turned->current == "landscapeLeft");
    CHECK(desk.phone().facts().at("orientation") == "landscape_left");
    const auto back = desk.ask(host::turn_device(services, host::turn_direction::right));
    REQUIRE(back);
    CHECK(back->current == "portrait");

    CHECK(desk.ask(host::kill_process(services, started->id)));
    CHECK(desk.phone().facts().at("front_app") == "com.apple.springboard");
    const auto again = desk.ask(host::kill_process(services, started->id));
    REQUIRE_FALSE(again);
    CHECK(again.error().cause == "NSPOSIXErrorDomain 3");
    REQUIRE(desk.ask(host::launch_app(services, {.bundle_id = sketch_id})));
    CHECK(desk.ask(host::end_app(services, sketch_id)) == true);
    CHECK(desk.ask(host::end_app(services, sketch_id)) == false);
}

TEST_CASE("the host's side presses a phone's buttons through its tunnel", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=26");
    host::hardware_buttons buttons(desk.context().get_executor(), desk.services());
    REQUIRE(desk.ask(buttons.press(host::hardware_button::volume_up)));
    REQUIRE(desk.ask(buttons.press(host::hardware_button::lock)));
    REQUIRE(e2e::eventually(5s, [&] { return desk.phone().events_of("button").size() == 2; }));
    CHECK(desk.phone().events_of("button").front().at("name") == "volume_up");
    CHECK(desk.phone().facts().at("locked") == true);
}

TEST_CASE("iOS 27 sends its apps in pieces, and does not answer who asks for all at once",
          "[coredevice]")
{
    tunnelled_phone desk("iPhone 16 Pro Max,ios=27");
    auto& services = desk.services();
    CHECK(services.directory().offers("com.apple.coredevice.appservice",
                                      "com.apple.coredevice.feature.streamapplist"));
    const auto apps = desk.ask(host::list_apps(services));
    REQUIRE(apps);
    CHECK(names(*apps, sketch_id));
    host::xpc::dictionary everything;
    for (const auto* option :
         {"includeAppClips", "includeRemovableApps", "includeHiddenApps", "includeInternalApps",
          "includeDefaultApps", "requireContainerAccess", "includeAppGroupIdentifiers",
          "includeContainerPaths"})
        everything.add(option, true);
    const auto none = desk.ask(services.invoke(
        "com.apple.coredevice.appservice",
        {.feature = "com.apple.coredevice.feature.listapps", .input = everything}, 300ms));
    REQUIRE_FALSE(none);
    CHECK(none.error().what == device::problem::timed_out);
}

TEST_CASE("iOS 27 tells of its display by itself", "[coredevice]")
{
    tunnelled_phone desk("iPhone 16 Pro Max,ios=27");
    auto& services = desk.services();
    REQUIRE(host::pushes_displays(services.directory()));
    REQUIRE(desk.ask(host::launch_app(services, {.bundle_id = sketch_id}))); // which turns
    std::vector<std::string> rotations;
    const auto until_turned = [&]() -> boost::asio::awaitable<bool> {
        const auto turned = [&]() -> boost::asio::awaitable<void> {
            while (rotations.empty() || rotations.back() != "rot270")
                co_await async::sleep_for(20ms);
        };
        const auto followed = [&]() -> boost::asio::awaitable<void> {
            co_await host::follow_displays(services, [&](const auto& all) {
                rotations.push_back(all.front().rotation);
                if (rotations.size() == 1)
                    desk.phone().make("rotate", {{"orientation", "landscape_left"}});
            });
        };
        co_await async::race(turned(), followed());
        co_return true;
    };
    CHECK(desk.ask(until_turned()));
    CHECK(rotations.front() == "rot0");
}

TEST_CASE("a phone refuses through its tunnel as real ones do", "[coredevice]")
{
    tunnelled_phone desk("iPhone 13 mini,ios=17.5,passcode=123456");
    auto& services = desk.services();
    const auto stream =
        desk.ask(services.invoke("com.apple.coredevice.displayservice",
                                 {.feature = "com.apple.coredevice.feature.startmediastream"}, 5s));
    REQUIRE_FALSE(stream);
    CHECK(stream.error().cause == "com.apple.dt.CoreDeviceError 9021");
    const auto nothing = desk.ask(host::launch_app(services, {.bundle_id = "com.example.none"}));
    REQUIRE_FALSE(nothing);
    CHECK(nothing.error().cause == "com.apple.dt.CoreDeviceError 10002");
    const auto width = desk.ask(services.invoke(
        "com.apple.coredevice.appservice",
        {.feature = "com.apple.coredevice.feature.sendsignaltoprocess",
         .input = host::xpc::dictionary{{"process", host::xpc::dictionary{{"processIdentifier",
                                                                           std::uint64_t{1}}}},
                                        {"signal", std::int64_t{9}}}},
        5s));
    REQUIRE_FALSE(width);
    CHECK(width.error().cause == "NSCocoaErrorDomain 4865");

    REQUIRE(desk.ask(host::launch_app(services, {.bundle_id = sketch_id})));
    desk.spoil("appservice.just_ended", "error");
    CHECK(desk.ask(host::launch_app(services, {.bundle_id = sketch_id, .anew = true})));
    desk.phone().make("lock");
    const auto locked = desk.ask(host::launch_app(services, {.bundle_id = sketch_id}));
    REQUIRE_FALSE(locked);
    CHECK(locked.error().cause == "com.apple.dt.CoreDeviceError 10002");
    const auto state = desk.ask(host::read_lock_state(services));
    REQUIRE(state);
    CHECK(state->passcode_required == true);
}

TEST_CASE("a phone without its image has a tunnel and no developer services", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5,image=none,passcode=123456");
    auto& services = desk.services();
    CHECK(services.directory().find("com.apple.afc.shim.remote") != nullptr);
    CHECK(services.directory().find("com.apple.coredevice.deviceinfo") == nullptr);
    desk.phone().make("reboot");
    desk.ask(desk.tunnel().ended());
    const auto locked = desk.connect();
    REQUIRE_FALSE(locked);
    CHECK(locked.error().cause == "passcode_locked");
    desk.phone().make("unlock");
    CHECK(desk.connect().has_value());
}

TEST_CASE("a phone below 17.4 has no tunnel", "[coredevice]")
{
    tunnelled_phone desk("iPhone SE 2,ios=16");
    const auto none = desk.connect();
    REQUIRE_FALSE(none);
    CHECK(none.error().cause == "no_tunnel_service");
}

} // namespace thimble::tests
