// Apps that thimbled puts on a phone, as the tools of libimobiledevice see them.
#include "tests/catch2.hpp"
#include "tests/device/packages/made_package.hpp"
#include "tests/judges/judged_phone.hpp"

#include <chrono>
#include <fstream>

namespace thimble::judges {

TEST_CASE("ideviceinstaller lists what thimbled has installed, and not what it has removed",
          "[judges]")
{
    const judged_phone phone;
    REQUIRE(phone.judge("idevicepair", {"pair"}).code == 0);
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    tests::made_app app;
    app.profile =
        tests::signed_profile({.phones = {phone.udid()}, .expires = now + std::chrono::days(30)});
    const auto package = phone.file("runner.ipa");
    std::ofstream(package, std::ios::binary) << tests::zip_of(tests::entries_of(app));
    auto variables = phone.variables();
    variables["XDG_RUNTIME_DIR"] = phone.file("").string();
    const auto installed = e2e::run("thimbled", {"runner", "install", package.string()}, variables);
    INFO(installed.output << installed.errors);
    CHECK(installed.code == 0);
    CHECK(phone.judge("ideviceinstaller", {"-l"}).output.contains(app.bundle_id));
    const auto removed = e2e::run("thimbled", {"app", "remove", app.bundle_id}, variables);
    INFO(removed.output << removed.errors);
    CHECK(removed.code == 0);
    CHECK_FALSE(phone.judge("ideviceinstaller", {"-l"}).output.contains(app.bundle_id));
}

} // namespace thimble::judges
