// The command-line tools of libimobiledevice, as Debian packages them, accept the virtual phone.
#include "tests/catch2.hpp"
#include "tests/device/packages/made_package.hpp"
#include "tests/judges/judged_phone.hpp"

#include <chrono>
#include <fstream>

namespace thimble::judges {

namespace {

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

void write(const std::filesystem::path& file, const std::string& content)
{
    std::ofstream(file, std::ios::binary) << content;
}

} // namespace

TEST_CASE("idevice_id lists the phone", "[judges]")
{
    const judged_phone phone;
    const auto listed = phone.judge("idevice_id", {"-l"});
    CHECK(listed.code == 0);
    CHECK(listed.output == phone.udid() + "\n");
}

TEST_CASE("ideviceinfo reads what the phone tells of itself", "[judges]")
{
    const judged_phone phone("iPhone 15 Pro,ios=18.5,name=Ada's iPhone");
    const auto all = phone.judge("ideviceinfo", {});
    INFO(all.output << all.errors);
    CHECK(all.code == 0);
    CHECK(contains(all.output, "ProductType: iPhone16,1"));
    CHECK(contains(all.output, "ProductVersion: 18.5"));
    CHECK(contains(all.output, "UniqueDeviceID: " + phone.udid()));
    CHECK(phone.judge("ideviceinfo", {"-k", "DeviceName"}).output == "Ada's iPhone\n");
}

TEST_CASE("idevicepair pairs, validates and unpairs", "[judges]")
{
    const judged_phone phone;
    const auto paired = phone.judge("idevicepair", {"pair"});
    INFO(paired.output << paired.errors);
    CHECK(paired.code == 0);
    CHECK(contains(paired.output, "SUCCESS: Paired with device " + phone.udid()));
    CHECK(contains(phone.judge("idevicepair", {"validate"}).output, "SUCCESS: Validated pairing"));
    CHECK(contains(phone.judge("idevicepair", {"unpair"}).output, "SUCCESS: Unpaired"));
    // Validating pairs anew where there is no record, so the person has to be in the way.
    phone.phone().make("trust", {{"state", "no"}});
    CHECK(phone.judge("idevicepair", {"validate"}).code != 0);
}

TEST_CASE("idevicepair waits for the person, and hears no", "[judges]")
{
    const judged_phone phone;
    phone.phone().make("trust", {{"state", "ask"}});
    const auto asked = phone.judge("idevicepair", {"pair"});
    CHECK(asked.code != 0);
    CHECK(contains(asked.output + asked.errors, "trust dialog"));
    phone.phone().make("trust", {{"state", "no"}});
    const auto denied = phone.judge("idevicepair", {"pair"});
    CHECK(contains(denied.output + denied.errors, "denied the trust dialog"));
}

TEST_CASE("idevicescreenshot takes a picture of an iPhone with iOS 16", "[judges]")
{
    const judged_phone phone("iPhone SE 2,ios=16");
    REQUIRE(phone.judge("idevicepair", {"pair"}).code == 0);
    const auto file = phone.file("picture");
    const auto taken = phone.judge("idevicescreenshot", {file.string()});
    INFO(taken.output << taken.errors);
    CHECK(taken.code == 0);
    REQUIRE(std::filesystem::exists(file));
    CHECK(std::filesystem::file_size(file) > 10'000);
}

TEST_CASE("ideviceinstaller lists the apps", "[judges]")
{
    const judged_phone phone;
    REQUIRE(phone.judge("idevicepair", {"pair"}).code == 0);
    const auto listed = phone.judge("ideviceinstaller", {"-l", "-o", "list_all"});
    INFO(listed.output << listed.errors);
    CHECK(listed.code == 0);
    CHECK(contains(listed.output, "com.apple.Preferences"));
    CHECK(contains(listed.output, "com.thimble.sketch"));
    CHECK(phone.judge("ideviceinstaller", {"-l"}).code == 0);
}

TEST_CASE("ideviceinstaller installs an app and removes it", "[judges]")
{
    const judged_phone phone;
    REQUIRE(phone.judge("idevicepair", {"pair"}).code == 0);
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    tests::made_app app;
    app.profile =
        tests::signed_profile({.phones = {phone.udid()}, .expires = now + std::chrono::days(30)});
    auto package = phone.file("runner.ipa");
    SECTION("an .ipa")
    {
        write(package, tests::zip_of(tests::entries_of(app)));
    }
    SECTION("a folder")
    {
        app.root = "Runner.app";
        auto entries = tests::entries_of(app);
        entries.push_back({.path = "Runner.app/link",
                           .content = {},
                           .link_target = "Assets.car",
                           .is_folder = false});
        entries.push_back(
            {.path = "Runner.app/empty", .content = {}, .link_target = {}, .is_folder = true});
        tests::write_entries(entries, phone.file("."));
        package = phone.file(app.root);
    }
    const auto installed = phone.judge("ideviceinstaller", {"-i", package.string()});
    INFO(installed.output << installed.errors);
    CHECK(installed.code == 0);
    CHECK(contains(installed.output, "Complete"));
    CHECK(contains(phone.judge("ideviceinstaller", {"-l"}).output, app.bundle_id));
    const auto removed = phone.judge("ideviceinstaller", {"-U", app.bundle_id});
    CHECK(contains(removed.output, "Complete"));
    CHECK_FALSE(contains(phone.judge("ideviceinstaller", {"-l"}).output, app.bundle_id));
}

TEST_CASE("ideviceinstaller hears why an app is not taken", "[judges]")
{
    const judged_phone phone;
    REQUIRE(phone.judge("idevicepair", {"pair"}).code == 0);
    const auto package = phone.file("runner.ipa");
    tests::made_app app;
    app.profile = tests::signed_profile({.phones = {"00008130-00000000000000FF"}});
    write(package, tests::zip_of(tests::entries_of(app)));
    const auto refused = phone.judge("ideviceinstaller", {"-i", package.string()});
    INFO(refused.output << refused.errors);
    CHECK(contains(refused.output + refused.errors, "ApplicationVerificationFailed"));
    CHECK_FALSE(contains(phone.judge("ideviceinstaller", {"-l"}).output, app.bundle_id));
}

TEST_CASE("idevicediagnostics reads the phone's diagnostics and puts it to sleep", "[judges]")
{
    const judged_phone phone;
    REQUIRE(phone.judge("idevicepair", {"pair"}).code == 0);
    const auto all = phone.judge("idevicediagnostics", {"diagnostics", "All"});
    INFO(all.output << all.errors);
    CHECK(all.code == 0);
    CHECK(contains(all.output, "<plist"));
    CHECK(phone.judge("idevicediagnostics", {"sleep"}).code == 0);
    CHECK(e2e::eventually(3s, [&] { return phone.phone().facts().at("locked") == true; }));
}

TEST_CASE("ideviceimagemounter mounts a developer image", "[judges]")
{
    const judged_phone phone("iPhone SE 2,ios=16,image=none");
    REQUIRE(phone.judge("idevicepair", {"pair"}).code == 0);
    const auto before = phone.judge("ideviceimagemounter", {"-l"});
    INFO(before.output << before.errors);
    CHECK(before.code == 0);

    const auto image = phone.file("image.dmg");
    const auto signature = phone.file("image.dmg.signature");
    write(image, std::string(200'000, 'i'));
    write(signature, std::string(128, 's'));
    const auto mounted = phone.judge("ideviceimagemounter", {image.string(), signature.string()});
    INFO(mounted.output << mounted.errors);
    CHECK(mounted.code == 0);
    const auto after = phone.judge("ideviceimagemounter", {"-l"});
    CHECK(contains(after.output, "ImageSignature"));
    CHECK(after.output != before.output);
}

TEST_CASE("a fault in a service is an error for the tools, and goes away", "[judges]")
{
    const judged_phone phone;
    REQUIRE(phone.judge("idevicepair", {"pair"}).code == 0);
    phone.phone().make("fault",
                       {{"service", "installation_proxy"}, {"kind", "refuse"}, {"count", 1}});
    CHECK(phone.judge("ideviceinstaller", {"-l"}).code != 0);
    CHECK(phone.judge("ideviceinstaller", {"-l"}).code == 0);
}

} // namespace thimble::judges
