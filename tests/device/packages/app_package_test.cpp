// Packages as they lie on a computer: those that can be installed, and those that mean harm.
#include "device/packages/app_package.hpp"
#include "tests/catch2.hpp"
#include "tests/device/packages/made_package.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <algorithm>
#include <fstream>

namespace thimble::tests {
namespace {

namespace packages = device::packages;
using packages::build_target;

device::result<packages::app_package> read(const std::vector<made_entry>& entries,
                                           const packages::package_limits& limits = {})
{
    return packages::read_package_in_memory(zip_of(entries), limits);
}

made_entry file_of(const std::string& path, std::string content = "content")
{
    return {.path = path, .content = std::move(content), .link_target = {}, .is_folder = false};
}

made_entry link_of(const std::string& path, const std::string& target)
{
    return {.path = path, .content = {}, .link_target = target, .is_folder = false};
}

std::string cause_of(const std::vector<made_entry>& entries,
                     const packages::package_limits& limits = {})
{
    const auto app = read(entries, limits);
    return app ? "" : app.error().cause;
}

std::vector<made_entry> with(std::vector<made_entry> entries, made_entry more)
{
    entries.push_back(std::move(more));
    return entries;
}

void check_runner(const packages::app_package& app)
{
    CHECK(app.bundle_id == "org.example.WebDriverAgentRunner.xctrunner");
    CHECK(app.name == "WebDriverAgentRunner-Runner");
    CHECK(app.version == "1.0");
    CHECK(app.build == "42");
    CHECK(app.minimum_os == "15.0");
    CHECK(app.platform == "iphoneos");
    CHECK(app.device_families == std::vector<int>{1, 2});
    CHECK(app.code ==
          packages::executable_code{.architectures = {"arm64"}, .target = build_target::phone});
    CHECK(app.is_signed);
    CHECK(app.has_profile);
    REQUIRE(app.profile);
    CHECK(app.profile->team_id == "TEAM123456");
    CHECK(app.runner_version == "9.15.3");
    CHECK(app.test_bundles == std::vector<std::string>{"WebDriverAgentRunner.xctest"});
    CHECK_FALSE(app.embeds_xctest);
    CHECK(packages::is_runner(app));
}

} // namespace

TEST_CASE("an .ipa, a zip archive of an app and its folder are read alike", "[packages]")
{
    const e2e::temporary_directory place;
    made_app runner;
    std::filesystem::path file;
    SECTION(".ipa")
    {
        file = place.path() / "runner.ipa";
        auto entries = entries_of(runner);
        entries.push_back(file_of("iTunesMetadata.plist"));
        std::ofstream(file, std::ios::binary) << zip_of(entries);
    }
    SECTION("zip archive")
    {
        file = place.path() / "runner.zip";
        runner.root = "WebDriverAgentRunner-Runner.app";
        auto entries = entries_of(runner);
        entries.push_back(file_of("__MACOSX/._WebDriverAgentRunner-Runner.app"));
        std::ofstream(file, std::ios::binary) << zip_of(entries);
    }
    SECTION("folder")
    {
        runner.root = "WebDriverAgentRunner-Runner.app";
        write_entries(entries_of(runner), place.path());
        file = place.path() / runner.root;
    }
    const auto app = packages::read_package(file);
    REQUIRE(app);
    CHECK(app->root == runner.root);
    CHECK(app->file == file);
    CHECK(app->is_folder == std::filesystem::is_directory(file));
    CHECK(app->unpacked_bytes > 1000);
    check_runner(*app);
}

TEST_CASE("the order of an archive's entries does not matter", "[packages]")
{
    auto entries = entries_of({});
    std::ranges::reverse(entries);
    const auto app = read(entries);
    REQUIRE(app);
    check_runner(*app);
}

TEST_CASE("an app tells what it lacks and what it carries", "[packages]")
{
    auto app = read(entries_of({.bundle_id = "org.example.app",
                                .executable = "App",
                                .runner_version = {},
                                .code = "#!/bin/sh",
                                .profile = {},
                                .is_signed = false,
                                .embeds_xctest = true}));
    REQUIRE(app);
    CHECK_FALSE(app->code);
    CHECK_FALSE(app->is_signed);
    CHECK_FALSE(app->has_profile);
    CHECK(app->embeds_xctest);
    CHECK(app->runner_version.empty());
    CHECK_FALSE(packages::is_runner(*app));
    app = read(entries_of({.runner_version = "1.0", .profile = "text"}));
    REQUIRE(app);
    CHECK(app->runner_version.empty()); // Xcode's own
    CHECK(app->has_profile);
    CHECK_FALSE(app->profile);
    CHECK_FALSE(app->profile_problem.empty());
}

TEST_CASE("a package has one app, with an Info.plist that names it", "[packages]")
{
    CHECK(cause_of({file_of("readme.txt")}) == "app_missing");
    CHECK(cause_of({}) == "package_unreadable"); // an archive of nothing
    CHECK(cause_of(with(entries_of({}), file_of("Payload/Other.app/Info.plist"))) ==
          "apps_several");
    CHECK(cause_of(with(entries_of({}), file_of("Other.app/Info.plist"))) == "apps_several");
    CHECK(cause_of(with(entries_of({}), file_of("Other.app"))) == ""); // a file is no app
    CHECK(cause_of(with(entries_of({}), file_of("Payload/._X.app"))) == "");
    CHECK(cause_of({file_of("Payload/X.app/X")}) == "info_missing");
    CHECK(cause_of({file_of("Payload/X.app")}) == "app_missing"); // it is a file
    CHECK(cause_of({file_of("Payload/X.app/Info.plist")}) == "info_unreadable");
    CHECK(cause_of(entries_of({.bundle_id = "../../evil"})) == "info_unreadable");
    CHECK(cause_of(entries_of({.bundle_id = ""})) == "info_unreadable");
    CHECK(cause_of(with(entries_of({}),
                        file_of("Payload/WebDriverAgentRunner-Runner.app/Watch/W.app/x"))) == "");
}

TEST_CASE("names in other scripts are read, whether they are marked as UTF-8 or not", "[packages]")
{
    const std::string root = "Payload/WebDriverAgentRunner-Runner.app/";
    auto content = zip_of(with(entries_of({}), file_of(root + "Gr\xC3\xBC\xC3\x9F"
                                                              "e.png")));
    const bool marked = GENERATE(false, true);
    CAPTURE(marked);
    const auto mark = [&](std::string_view header, std::size_t flags) {
        for (auto at = content.find(header); at != std::string::npos;
             at = content.find(header, at + 1))
            content[at + flags + 1] = static_cast<char>(content[at + flags + 1] | 0x08);
    };
    if (marked) {
        mark("PK\x03\x04", 6);
        mark("PK\x01\x02", 8);
    }
    const auto app = packages::read_package_in_memory(content, {});
    INFO((app ? "" : app.error().message));
    REQUIRE(app);
    check_runner(*app);
}

TEST_CASE("an archive is stored or deflated, as phones unpack it", "[packages]")
{
    const auto packed_by = [content = zip_of(entries_of({}))](char method) {
        auto changed = content;
        const auto mark = [&](std::string_view header, std::size_t at) {
            for (auto found = changed.find(header); found != std::string::npos;
                 found = changed.find(header, found + 1))
                changed[found + at] = method;
        };
        mark("PK\x03\x04", 8);
        mark("PK\x01\x02", 10);
        const auto app = packages::read_package_in_memory(changed, {});
        return app ? "" : app.error().cause;
    };
    // Shrinking, Deflate64, bzip2, LZMA, Zstandard, xz, PPMd
    const auto method = static_cast<char>(GENERATE(1, 9, 12, 14, 93, 95, 98));
    CAPTURE(static_cast<int>(method));
    CHECK(packed_by(method) == "package_unreadable");
}

TEST_CASE("the runner's version is that of the first framework in its place", "[packages]")
{
    const std::string root = "Payload/WebDriverAgentRunner-Runner.app/";
    const std::string info = "/WebDriverAgentLib.framework/Info.plist";
    const std::string other = "<plist><dict><key>CFBundleShortVersionString</key>"
                              "<string>1.2.3</string></dict></plist>";
    auto entries = entries_of({});
    for (const auto* folder : {"PlugIns/Z.xctest/Frameworks", "Frameworks", "Resources",
                               "PlugIns/WebDriverAgentRunner.xctest/More/Frameworks"})
        entries.push_back(file_of(root + folder + info, other));
    auto app = read(entries);
    REQUIRE(app);
    CHECK(app->runner_version == "9.15.3");
    app = read(with(entries_of({.runner_version = {}}), file_of(root + "Resources" + info, other)));
    REQUIRE(app);
    CHECK(app->runner_version.empty());
    app =
        read(with(entries_of({.runner_version = {}}), file_of(root + "Frameworks" + info, other)));
    REQUIRE(app);
    CHECK(app->runner_version == "1.2.3");
}

TEST_CASE("XCTest is told from frameworks whose names begin alike", "[packages]")
{
    const std::string root = "Payload/WebDriverAgentRunner-Runner.app/Frameworks/";
    const auto embeds = [&](const std::string& framework) {
        const auto app = read(with(entries_of({}), file_of(root + framework)));
        return app && app->embeds_xctest;
    };
    CHECK(embeds("XCTest.framework/XCTest"));
    CHECK(embeds("XCUIAutomation.framework/XCUIAutomation"));
    CHECK_FALSE(embeds("XCGLogger.framework/XCGLogger"));
    CHECK_FALSE(embeds("XCTest/XCTest"));
}

TEST_CASE("an encrypted archive and one with devices are refused", "[packages]")
{
    const auto content = zip_of(entries_of({}));
    const auto marked = [](std::string changed, std::string_view header, std::size_t at,
                           auto change) {
        for (auto found = changed.find(header); found != std::string::npos;
             found = changed.find(header, found + 1))
            changed[found + at] = change(changed[found + at]);
        return changed;
    };
    const auto encrypt = [](char flags) {
        return static_cast<char>(static_cast<unsigned char>(flags) | 1);
    };
    const auto by_headers = marked(content, "PK\x03\x04", 6, encrypt);
    CHECK(packages::read_package_in_memory(by_headers, {}).error().cause == "package_damaged");
    const auto encrypted =
        packages::read_package_in_memory(marked(by_headers, "PK\x01\x02", 8, encrypt), {});
    REQUIRE_FALSE(encrypted);
    CHECK(encrypted.error().cause == "package_unreadable");
    CHECK(encrypted.error().message.find("encrypted") != std::string::npos);
    constexpr auto character_device = static_cast<char>(0x21); // of the mode's upper byte
    const auto with_devices = packages::read_package_in_memory(
        marked(content, "PK\x01\x02", 41, [](char) { return character_device; }), {});
    REQUIRE_FALSE(with_devices);
    CHECK(with_devices.error().cause == "package_path");
}

TEST_CASE("hostile entries are refused", "[packages]")
{
    const std::string root = "Payload/WebDriverAgentRunner-Runner.app/";
    const auto hostile = [&](made_entry more) { return cause_of(with(entries_of({}), more)); };
    CHECK(hostile(file_of("../evil")) == "package_path");
    CHECK(hostile(file_of("/evil")) == "package_path");
    CHECK(hostile(file_of(root + "../../evil")) == "package_path");
    CHECK(hostile(file_of(root + "Info.plist")) == "package_duplicate");
    CHECK(hostile(file_of(root + "Info.plist/x")) == "package_path");
    CHECK(hostile(link_of(root + "link", "/etc/passwd")) == "package_link");
    CHECK(hostile(link_of(root + "link", "../../../etc/passwd")) == "package_link");
    CHECK(hostile(link_of("link", "Payload")) == "package_link");
    CHECK(hostile(link_of(root + "link", "Assets.car")) == "");
    auto through_link = with(entries_of({}), link_of(root + "link", "Frameworks"));
    through_link.push_back(file_of(root + "link/evil"));
    CHECK(cause_of(through_link) == "package_path");
}

TEST_CASE("archives that unpack to too much are refused", "[packages]")
{
    const std::string root = "Payload/WebDriverAgentRunner-Runner.app/";
    packages::package_limits limits;
    limits.ratio_slack = 1U << 20U;
    const auto bomb = with(entries_of({}), file_of(root + "zeros", std::string(20U << 20U, '\0')));
    CHECK(cause_of(bomb, limits) == "package_too_large");
    CHECK(cause_of(bomb) == ""); // within what counts for nothing
    limits = {};
    limits.unpacked_bytes = 1000;
    CHECK(cause_of(entries_of({}), limits) == "package_too_large");
    limits = {};
    limits.entries = 5;
    CHECK(cause_of(entries_of({}), limits) == "package_too_large");
    auto large = with({}, file_of(root + "Info.plist", std::string((1U << 20U) + 1, 'x')));
    CHECK(cause_of(large) == "package_too_large");
}

TEST_CASE("a reading that is not wanted any more ends", "[packages]")
{
    const std::string root = "Payload/WebDriverAgentRunner-Runner.app/";
    const auto large = with(entries_of({}), file_of(root + "more", std::string(8U << 20U, 'x')));
    int asked = 0;
    packages::package_limits limits;
    limits.wanted = [&] { return ++asked < 3; };
    CHECK(cause_of(large, limits) == "cancelled");
    CHECK(asked == 3);
    asked = -1'000'000;
    CHECK(cause_of(large, limits) == "");
}

TEST_CASE("a reading tells how far it has come", "[packages]")
{
    const std::string root = "Payload/WebDriverAgentRunner-Runner.app/";
    const auto large = with(entries_of({}), file_of(root + "more", std::string(8U << 20U, 'x')));
    std::vector<double> told;
    packages::package_limits limits;
    std::size_t asked = 0;
    limits.progress = [&](double done) { told.push_back(done); };
    limits.wanted = [&] { return ++asked > 0; };
    const auto check = [&] {
        CHECK(std::ranges::is_sorted(told));
        CHECK(told.size() > 50);
        CHECK(told.size() <= 100);
        REQUIRE_FALSE(told.empty());
        CHECK(told.back() == 1);
        told.clear();
        CHECK(asked > 8U * 16U); // a block has 64 KiB
        asked = 0;
    };
    REQUIRE(read(large, limits));
    check();
    const e2e::temporary_directory place;
    write_entries(large, place.path());
    REQUIRE(packages::read_package(place.path() / root.substr(0, root.size() - 1), limits));
    check();
}

TEST_CASE("an archive's entries are as its directory lists them", "[packages]")
{
    const auto good = zip_of(with(entries_of({}), file_of("Payload/marker", "twelve bytes")));
    const auto cause = [](const std::string& archive) {
        const auto app = packages::read_package_in_memory(archive, {});
        return app ? "" : app.error().cause;
    };
    REQUIRE(cause(good) == "");
    const std::string name = "Payload/marker";
    const auto header = good.find(name);
    const auto record = good.rfind(name);
    REQUIRE(header < record);
    const auto with_byte = [&](std::size_t at, char to) {
        auto archive = good;
        REQUIRE(archive.at(at) != to);
        archive[at] = to;
        return archive;
    };
    SECTION("name") // one that is another app's Info.plist for a reader of the headers
    {
        CHECK(cause(with_byte(header + name.size() - 1, 'x')) == "package_damaged");
        CHECK(cause(with_byte(record + name.size() - 1, 'x')) == "package_damaged");
    }
    SECTION("size, checksum and method")
    {
        constexpr std::size_t record_bytes = 46; // before the name
        for (const std::size_t field : {10U, 16U, 20U, 24U})
            CHECK(cause(with_byte(record - record_bytes + field, '\x55')) == "package_damaged");
    }
    SECTION("place")
    {
        constexpr std::size_t record_bytes = 46;
        CHECK(cause(with_byte(record - record_bytes + 42, '\x01')) == "package_damaged");
    }
    SECTION("another directory behind, in the comment of this one")
    {
        auto archive = good;
        const auto other = zip_of(entries_of({}));
        const auto length = archive.size() - 2; // of the comment
        archive[length] = static_cast<char>(other.size() & 0xFFU);
        archive[length + 1] = static_cast<char>(other.size() >> 8U);
        REQUIRE(other.size() < 0x10000);
        CHECK(cause(archive + other) == "package_damaged");
    }
    SECTION("something in front of it")
    {
        CHECK(cause("MZ" + good) == "package_damaged");
    }
    SECTION("something behind it")
    {
        CHECK(cause(good + "more") == "package_damaged");
    }
    SECTION("a comment") // of which no reader thinks anything
    {
        auto archive = good;
        archive[archive.size() - 2] = '\x05';
        CHECK(cause(archive + "words") == "");
    }
    SECTION("a number of entries")
    {
        constexpr std::size_t from_end = 12;
        CHECK(cause(with_byte(good.size() - from_end, '\x77')) == "package_damaged");
    }
}

TEST_CASE("a damaged archive is found out", "[packages]")
{
    std::string noise; // so that it takes as much room when it is packed
    for (std::uint32_t i = 0, state = 1; i < 4000; ++i) {
        state = (state * 1'664'525U) + 1'013'904'223U;
        noise += static_cast<char>(state >> 24U);
    }
    auto content = zip_of(with(entries_of({}), file_of("Payload/marker", noise)));
    CHECK(packages::read_package_in_memory(content, {}));
    const auto cause = [](std::string_view archive) {
        const auto app = packages::read_package_in_memory(archive, {});
        return app ? "" : app.error().cause;
    };
    CHECK(cause("text") == "package_unreadable");
    CHECK(cause("") == "package_unreadable");
    CHECK_FALSE(cause(std::string_view(content).substr(0, content.size() / 2)).empty());
    const auto name = content.find("Payload/marker");
    REQUIRE(name != std::string::npos);
    content[name + 1000] = static_cast<char>(content[name + 1000] ^ 0x10);
    CHECK(cause(content) == "package_damaged");
}

TEST_CASE("folders with links that lead out are refused, and no link is followed", "[packages]")
{
    const e2e::temporary_directory place;
    made_app runner;
    runner.root = "X.app";
    write_entries(entries_of(runner), place.path());
    const auto file = place.path() / "X.app";
    std::filesystem::create_symlink("Assets.car", file / "inside");
    CHECK(packages::read_package(file));
    std::filesystem::create_symlink("/", file / "outside");
    CHECK(packages::read_package(file).error().cause == "package_link");
}

TEST_CASE("a package that is not there, or is something else, is said to be so", "[packages]")
{
    const e2e::temporary_directory place;
    CHECK(packages::read_package(place.path() / "none.ipa").error().cause == "package_missing");
    CHECK(packages::read_package(place.path()).error().cause == "package_unreadable");
    std::ofstream(place.path() / "text.ipa") << "text";
    CHECK(packages::read_package(place.path() / "text.ipa").error().cause == "package_unreadable");
}

} // namespace thimble::tests
