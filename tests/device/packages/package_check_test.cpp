// Apps against the phones that they are meant for.
#include "device/packages/package_check.hpp"
#include "tests/catch2.hpp"

#include <functional>

namespace thimble::tests {
namespace {

namespace packages = device::packages;
using packages::app_package;
using packages::build_target;
using packages::check_terms;

constexpr auto expiry = std::chrono::sys_days(std::chrono::year(2026) / 11 / 30);

/// One that the phone of `usual_terms` takes.
app_package good_runner()
{
    app_package app;
    app.bundle_id = "org.example.runner";
    app.executable = "WebDriverAgentRunner-Runner";
    app.minimum_os = "15.0";
    app.platform = "iphoneos";
    app.device_families = {1, 2};
    app.code = packages::executable_code{.architectures = {"arm64"}, .target = build_target::phone};
    app.is_signed = true;
    app.has_profile = true;
    app.profile.emplace();
    app.profile->name = "Test";
    app.profile->team_id = "TEAM";
    app.profile->app_id = "TEAM.*";
    app.profile->expires = expiry;
    app.profile->phones = {"00008130-000000000000001A"};
    app.runner_version = "9.15.3";
    return app;
}

check_terms usual_terms()
{
    check_terms terms;
    terms.phone.udid = "00008130-000000000000001A";
    terms.phone.os_version = "18.5";
    terms.phone.kind = packages::phone_facts::family::iphone;
    terms.use = packages::app_use::runner;
    terms.now = expiry - std::chrono::days(5);
    terms.oldest_runner = {5, 10, 1};
    return terms;
}

using change = std::function<void(app_package&, check_terms&)>;

/// The codes with a space between them, a warning's with a question mark.
std::string codes_after(const change& differs)
{
    auto app = good_runner();
    auto terms = usual_terms();
    differs(app, terms);
    std::string codes;
    for (const auto& each : packages::check_package(app, terms)) {
        CHECK(each.message.ends_with('.'));
        codes += (codes.empty() ? "" : " ") + each.code;
        if (each.how_bad == packages::severity::warning)
            codes += '?';
    }
    return codes;
}

} // namespace

TEST_CASE("an app that the phone will take has no problems", "[packages]")
{
    CHECK(codes_after([](app_package&, check_terms&) {}).empty());
    CHECK(packages::may_be_sent({}));
}

TEST_CASE("a profile is good until it expires, and is warned of for two days", "[packages]")
{
    const auto at = [](std::chrono::seconds before) {
        return codes_after([&](app_package&, check_terms& terms) { terms.now = expiry - before; });
    };
    using namespace std::chrono_literals;
    CHECK(at(48h + 1s).empty());
    CHECK(at(48h) == "profile_expires_soon?");
    CHECK(at(1s) == "profile_expires_soon?");
    CHECK(at(0s) == "profile_expired");
    CHECK(at(-1h) == "profile_expired");
    const auto warned = packages::check_expiry(expiry, expiry - 1h);
    REQUIRE(warned.size() == 1);
    CHECK(warned.front().message.find("2026-11-30 00:00 UTC") != std::string::npos);
    CHECK(packages::may_be_sent(warned));
    CHECK_FALSE(packages::may_be_sent(packages::check_expiry(expiry, expiry)));
}

TEST_CASE("a profile names the phone and the app", "[packages]")
{
    CHECK(codes_after([](app_package& app, check_terms&) { app.profile->phones = {"other"}; }) ==
          "phone_not_in_profile");
    CHECK(codes_after([](app_package& app, check_terms&) {
              app.profile->phones = {};
              app.profile->all_phones = true;
          }).empty());
    CHECK(codes_after([](app_package&, check_terms& terms) { terms.phone.udid = ""; }).empty());
    CHECK(codes_after([](app_package& app, check_terms&) {
              app.profile->app_id = "TEAM.org.other";
          }) == "profile_of_other_app");
}

TEST_CASE("an app is signed, with a profile that can be read", "[packages]")
{
    const auto no_profile = [](app_package& app) {
        app.has_profile = false;
        app.profile.reset();
    };
    CHECK(codes_after([](app_package& app, check_terms&) { app.is_signed = false; }) ==
          "not_signed");
    CHECK(codes_after([&](app_package& app, check_terms&) {
              app.is_signed = false;
              no_profile(app);
          }) == "not_signed");
    CHECK(codes_after([&](app_package& app, check_terms&) { no_profile(app); }) == "no_profile");
    CHECK(codes_after([&](app_package& app, check_terms& terms) {
              no_profile(app);
              terms.use = packages::app_use::any;
          }) == "no_profile?");
    CHECK(codes_after([](app_package& app, check_terms&) {
              app.profile.reset();
              app.profile_problem = "It is none.";
          }) == "profile_unreadable");
}

TEST_CASE("an app is built for phones", "[packages]")
{
    const auto built = [](std::vector<std::string> for_these, build_target target,
                          std::string platform) {
        return codes_after([&](app_package& app, check_terms&) {
            app.code = packages::executable_code{.architectures = for_these, .target = target};
            app.platform = platform;
        });
    };
    CHECK(built({"arm64"}, build_target::unknown, "").empty());
    CHECK(built({"arm64e"}, build_target::phone, "iphoneos").empty());
    CHECK(built({"armv7", "arm64"}, build_target::phone, "iphoneos").empty());
    CHECK(built({"armv7"}, build_target::phone, "iphoneos") == "wrong_architecture");
    CHECK(built({"arm64"}, build_target::simulator, "") == "simulator_build");
    CHECK(built({"arm64"}, build_target::unknown, "iphonesimulator") == "simulator_build");
    CHECK(built({"x86_64"}, build_target::unknown, "") == "simulator_build");
    CHECK(built({"i386", "x86_64"}, build_target::phone, "iphoneos") == "simulator_build");
    CHECK(built({"x86_64", "arm64"}, build_target::simulator, "") == "simulator_build");
    CHECK(built({"x86_64", "arm64"}, build_target::phone, "iphoneos").empty());
    CHECK(built({"x86_64", "arm64"}, build_target::unknown, "").empty());
    CHECK(built({"x86_64", "armv7"}, build_target::phone, "iphoneos") == "wrong_architecture");
    CHECK(built({"arm64"}, build_target::other, "appletvos") == "wrong_platform");
    CHECK(codes_after([](app_package& app, check_terms&) { app.code.reset(); }) ==
          "executable_missing");
}

TEST_CASE("an app is for this iOS and this kind of device", "[packages]")
{
    const auto needs = [](std::string minimum, std::string has) {
        return codes_after([&](app_package& app, check_terms& terms) {
            app.minimum_os = minimum;
            terms.phone.os_version = has;
        });
    };
    CHECK(needs("18.5", "18.5").empty());
    CHECK(needs("18.5", "18.5.1").empty());
    CHECK(needs("18.5.1", "18.5") == "os_too_old");
    CHECK(needs("18.10", "18.9") == "os_too_old");
    CHECK(needs("9.0", "18").empty());
    CHECK(needs("", "15.0").empty());
    CHECK(needs("99", "").empty());
    const auto families = [](std::vector<int> for_these, std::string_view product) {
        return codes_after([&](app_package& app, check_terms& terms) {
            app.device_families = for_these;
            terms.phone.kind = packages::phone_facts::family_of(product);
        });
    };
    CHECK(families({2}, "iPhone16,1") == "wrong_device_family");
    CHECK(families({2}, "iPad12,1").empty());
    CHECK(families({1}, "iPad12,1").empty()); // in the size of an iPhone
    CHECK(families({}, "iPhone16,1").empty());
    CHECK(families({2}, "").empty());
}

TEST_CASE("a runner is WebDriverAgent's, and new enough", "[packages]")
{
    const auto version = [](std::string is) {
        return codes_after([&](app_package& app, check_terms&) { app.runner_version = is; });
    };
    CHECK(version("5.10.1").empty());
    CHECK(version("5.10.0") == "runner_too_old");
    CHECK(version("4.99") == "runner_too_old");
    CHECK(version("").empty()); // it does not say
    CHECK(codes_after([](app_package& app, check_terms&) { app.executable = "App"; }) ==
          "not_a_runner");
    CHECK(codes_after([](app_package& app, check_terms& terms) {
              app.executable = "App";
              app.runner_version = "";
              terms.use = packages::app_use::any;
          }).empty());
}

TEST_CASE("versions are read as far as they are numbers", "[packages]")
{
    using numbers = packages::version_numbers;
    CHECK(packages::version_numbers_of("17.5.1") == numbers{17, 5, 1});
    CHECK(packages::version_numbers_of("17") == numbers{17, 0, 0});
    CHECK(packages::version_numbers_of("17.5 (21F79)") == numbers{17, 5, 0});
    CHECK(packages::version_numbers_of("") == numbers{});
    CHECK(packages::version_numbers_of("x") == numbers{});
    CHECK(packages::version_numbers_of("99999999999") == numbers{});
}

} // namespace thimble::tests
