// Apps as the phone finds them in its staging folder, and those that it does not take.
#include "tests/catch2.hpp"
#include "tests/device/packages/made_package.hpp"
#include "virtualphone/packages/offered_app.hpp"

#include <functional>

namespace thimble::virtualphone::tests {
namespace {

using packages::file_status;
using packages::file_tree;
using thimble::tests::entries_of;
using thimble::tests::made_app;
using thimble::tests::made_entry;

constexpr std::string_view place = "PublicStaging/app";

void put(file_tree& files, const std::string& path, const std::string& content)
{
    REQUIRE(files.make_folder(path.substr(0, path.rfind('/'))) == file_status::done);
    REQUIRE(files.make_file(path) == file_status::done);
    REQUIRE(files.write(path, 0, plist::bytes(content.begin(), content.end())) ==
            file_status::done);
}

std::expected<packages::offered_app, packages::refusal> read_ipa(const std::string& content)
{
    file_tree files;
    put(files, std::string(place), content);
    return packages::read_offered_app(files, place);
}

std::expected<packages::offered_app, packages::refusal> read_ipa(const made_app& app)
{
    return read_ipa(thimble::tests::zip_of(entries_of(app)));
}

packages::installing_phone usual_phone()
{
    return {.udid = "00008130-000000000000001A",
            .os_version = "18.5",
            .is_pad = false,
            .now = std::chrono::sys_days(std::chrono::year(2026) / 11 / 26)};
}

std::string
error_of(const made_app& app, const packages::installing_phone& phone, std::string_view team = {})
{
    const auto read = read_ipa(app);
    REQUIRE(read);
    const auto found = packages::installation_obstacle(*read, phone, team);
    return found ? found->error : "";
}

} // namespace

TEST_CASE("an app is read from an .ipa and from a folder", "[virtualphone]")
{
    file_tree files;
    made_app app;
    const bool as_folder = GENERATE(false, true);
    CAPTURE(as_folder);
    if (as_folder) {
        app.root = "PublicStaging/app";
        for (const auto& each : entries_of(app))
            if (!each.is_folder)
                put(files, each.path, each.content);
    } else {
        put(files, std::string(place), thimble::tests::zip_of(entries_of(app)));
    }
    const auto read = packages::read_offered_app(files, place);
    REQUIRE(read);
    CHECK(read->bundle_id == "org.example.WebDriverAgentRunner.xctrunner");
    CHECK(read->executable == "WebDriverAgentRunner-Runner");
    CHECK(read->name == "WebDriverAgentRunner-Runner");
    CHECK(read->version == "1.0");
    CHECK(read->build == "42");
    CHECK(read->families == std::vector<std::int64_t>{1, 2});
    CHECK(read->runs_on_phone);
    CHECK(read->is_signed);
    REQUIRE(read->profile);
    CHECK(read->profile->team == "TEAM123456");
    CHECK(read->profile->expires == std::chrono::sys_days(std::chrono::year(2027) / 11 / 1));
    CHECK_FALSE(packages::installation_obstacle(*read, usual_phone(), "TEAM123456"));
}

TEST_CASE("a phone says why it does not take an app", "[virtualphone]")
{
    const auto phone = usual_phone();
    CHECK(error_of({}, phone).empty());
    auto later = phone;
    later.now = std::chrono::sys_days(std::chrono::year(2027) / 11 / 1);
    CHECK(error_of({}, later) == "ApplicationVerificationFailed");
    auto other = phone;
    other.udid = "00008130-000000000000001B";
    CHECK(error_of({}, other) == "ApplicationVerificationFailed");
    CHECK(error_of({.profile = {}}, phone) == "ApplicationVerificationFailed");
    CHECK(error_of({.profile = "text"}, phone) == "ApplicationVerificationFailed");
    CHECK(error_of({.is_signed = false}, phone) == "ApplicationVerificationFailed");
    CHECK(error_of({.profile = thimble::tests::signed_profile({.app_id = "TEAM123456.other"})},
                   phone) == "ApplicationVerificationFailed");
    CHECK(
        error_of({.profile = thimble::tests::signed_profile({.all_phones = true})}, other).empty());
    CHECK(error_of({.minimum_os = "18.6"}, phone) == "DeviceOSVersionTooLow");
    CHECK(error_of({.families = {2}}, phone) == "DeviceFamilyNotSupported");
    auto pad = phone;
    pad.is_pad = true;
    CHECK(error_of({.families = {2}}, pad).empty());
    CHECK(error_of({.code = thimble::tests::made_executable(0x01000007)}, phone) ==
          "IncorrectArchitecture");
    CHECK(error_of({.code = thimble::tests::made_executable(0x0100000C, 7)}, phone) ==
          "IncorrectArchitecture");
    CHECK(error_of({.code = thimble::tests::made_slices({0x01000007, 0x0100000C}, 2)}, phone)
              .empty());
    CHECK(error_of({.code = thimble::tests::slices_of({{.processor = 0x01000007, .platform = 7},
                                                       {.processor = 0x0100000C, .platform = 2}})},
                   phone)
              .empty());
    CHECK(error_of({.code = thimble::tests::slices_of({{.processor = 0x01000007, .platform = 7},
                                                       {.processor = 0x0100000C, .platform = 7}})},
                   phone) == "IncorrectArchitecture");
    CHECK(error_of({}, phone, "OTHERTEAM1") == "MismatchedApplicationIdentifierEntitlement");
}

TEST_CASE("a profile that was changed after it was signed is none", "[virtualphone]")
{
    auto profile = thimble::tests::signed_profile({});
    const auto at = profile.find("00008130-000000000000001A");
    REQUIRE(at != std::string::npos);
    profile[at + 24] = 'B';
    const auto read = read_ipa(made_app{.profile = profile});
    REQUIRE(read);
    CHECK_FALSE(read->profile);
}

TEST_CASE("what is no app in an archive is refused", "[virtualphone]")
{
    const auto error = [](const std::vector<made_entry>& entries) {
        const auto read = read_ipa(thimble::tests::zip_of(entries));
        return read ? "" : read.error().error;
    };
    const auto file = [](const std::string& path) {
        return made_entry{
            .path = path, .content = "content", .link_target = {}, .is_folder = false};
    };
    CHECK(error({file("readme")}) == "PackageInspectionFailed");
    CHECK(error({file("Payload/X.app/X")}) == "PackageInspectionFailed");
    CHECK(error({file("Payload/X.app/Info.plist")}) == "PackageInspectionFailed");
    CHECK(error({file("Payload/X.app/X"), file("Payload/Y.app/Y")}) == "PackageInspectionFailed");
    CHECK(error(entries_of({.bundle_id = {}})) == "MissingBundleIdentifier");
    CHECK(error(entries_of({.code = {}})) == "MissingBundleExecutable");
    CHECK(read_ipa(std::string("text")).error().error == "PackageExtractionFailed");
    CHECK(packages::read_offered_app({}, place).error().error == "PackageInspectionFailed");
    file_tree files;
    put(files, "a/Info.plist", "text");
    REQUIRE(files.rename("a/Info.plist", "xInfo.plist") == file_status::done);
    for (const auto* root : {"", "/", "./"}) {
        const auto read = packages::read_offered_app(files, root);
        REQUIRE_FALSE(read);
        CHECK(read.error().description == "There is no package at this path.");
    }
}

} // namespace thimble::virtualphone::tests
