// Ways that doctor finds, ways in which a package is refused, and those that nobody can show here.
#include "tests/e2e/ways/way.hpp"

namespace thimble::e2e {

namespace {

const std::string without_runner = "iPhone 15 Pro,ios=18.5,runner=absent";
constexpr auto stranger = "00008130-00000000000000FF";

/// The phone is known to this computer, and no thimbled runs.
void be_known(scene& of)
{
    of.start();
    of.until_named();
    of.end();
}

tests::made_app signed_by(const app_desk& desk, const std::string& team)
{
    auto app = runner_for(desk.phone());
    app.profile = tests::signed_profile({.team = team,
                                         .app_id = team + ".*",
                                         .phones = {desk.phone().udid()},
                                         .expires = this_moment() + a_month});
    return app;
}

/// A package with nothing wrong, on a phone with this fault.
std::function<std::string(const app_desk&)> good_package_and(const std::string& fault)
{
    return [fault](const app_desk& desk) {
        desk.phone().make("fault", {{"service", fault}, {"kind", "error"}, {"count", 100'000}});
        return desk.write(runner_for(desk.phone()));
    };
}

std::vector<package_way> ways_of_packages_not_sent()
{
    return {
        {.number = 16,
         .package =
             [](const app_desk& desk) {
                 auto app = runner_for(desk.phone());
                 app.is_signed = false;
                 return desk.write(app);
             },
         .code = "not_signed",
         .words = "Sign it",
         .sent = false},
        {.number = 16,
         .package =
             [](const app_desk& desk) {
                 auto app = runner_for(desk.phone());
                 app.profile = tests::signed_profile(
                     {.phones = {stranger}, .expires = this_moment() + a_month});
                 return desk.write(app);
             },
         .code = "phone_not_in_profile",
         .words = "does not name this phone",
         .sent = false},
        {.number = 16,
         .package =
             [](const app_desk& desk) {
                 auto app = runner_for(desk.phone());
                 app.code = tests::made_executable(0x0100000C, tests::made_for_ios_simulator);
                 return desk.write(app);
             },
         .code = "simulator_build",
         .words = "Build it for a device",
         .sent = false},
    };
}

} // namespace

std::vector<doctor_way> doctor_ways()
{
    return {
        {1, "iPhone 15 Pro,ios=18.5",
         [](scene& of) {
             be_known(of);
             of.phone().make("unplug"); // as a cable is seen that only charges
         },
         "phones", "a cable that carries data"},
        {2, "iPhone 15 Pro,ios=18.5", [](scene& of) { of.phones().stop_mux(); },
         "USBMUXD_NOT_RUNNING", "usbmuxd"},
        {32, without_runner,
         [](scene& of) {
             of.start();
             of.until_named();
             of.until_tunnel();
             of.fault("tunnel.churn", {{"ms", 60'000}});
             of.end();
         },
         "tunnel to ", "wait"},
        {33, without_runner,
         [](scene& of) {
             be_known(of);
             of.fault("tunnel", {{"kind", "hang"}});
         },
         "tunnel to ", "End VPN apps"},
    };
}

std::vector<package_way> package_ways()
{
    auto all = ways_of_packages_not_sent();
    const std::vector<package_way> refused_by_phone{
        {.number = 17,
         .package =
             [](const app_desk& desk) {
                 auto app = runner_for(desk.phone());
                 app.profile.back() = static_cast<char>(app.profile.back() ^ 1); // its signature
                 return desk.write(app);
             },
         .code = "signature_refused",
         .words = "sign the app again"},
        {.number = 18,
         .package =
             [](const app_desk& desk) {
                 desk.ask({"runner", "install", desk.write(signed_by(desk, "TEAM123456"))});
                 return desk.write(signed_by(desk, "OTHER12345"));
             },
         .code = "app_of_other_team",
         .words = "Remove that one first"},
        {.number = 19,
         .package = good_package_and("installation_proxy.free_team"),
         .code = "too_many_apps",
         .words = "Remove one of them"},
        {.number = 20,
         .package = good_package_and("installation_proxy.full"),
         .code = "no_space",
         .words = "Free some"},
        {.number = 20,
         .package = good_package_and("afc"),
         .code = "no_space",
         .words = "storage",
         .sent = false}, // none of it arrives
        {.number = 21,
         .package = good_package_and("installation_proxy.prohibited"),
         .code = "install_prohibited",
         .words = "Screen Time"},
    };
    all.insert(all.end(), refused_by_phone.begin(), refused_by_phone.end());
    return all;
}

std::vector<way_apart> ways_apart()
{
    return {
        {14, "another program's own limit, in which Thimble has no part"},
    };
}

} // namespace thimble::e2e
