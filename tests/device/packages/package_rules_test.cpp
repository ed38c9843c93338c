// Names and sizes that a package may have.
#include "device/packages/package_rules.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

namespace packages = device::packages;
using packages::entry_kind;

/// The cause for which the last of these is refused; empty: all are admitted.
std::string refusal(const std::vector<std::string>& paths,
                    entry_kind last = entry_kind::file,
                    std::string_view target = {},
                    const packages::package_limits& limits = {})
{
    packages::entry_rules rules(limits);
    for (std::size_t i = 0; i + 1 < paths.size(); ++i) {
        INFO(paths[i]);
        REQUIRE(rules.admit(paths[i], entry_kind::file, {}));
    }
    const auto admitted = rules.admit(paths.back(), last, target);
    return admitted ? "" : admitted.error().cause;
}

std::string link_refusal(const std::string& path, std::string_view target)
{
    return refusal({path}, entry_kind::link, target);
}

} // namespace

TEST_CASE("paths that lead out of a package are refused", "[packages]")
{
    CHECK(refusal({"Payload/X.app/Info.plist"}).empty());
    CHECK(refusal({"Payload/X.app/\xC3\xA4 b.png"}).empty());
    for (const auto* bad : {"", "/", "/etc/passwd", "../x", "Payload/../../x", "Payload/..", ".",
                            "./x", "a//b", "a/./b", "a\\b", "a\nb", "a\x1B[2J", "\xFF", "a/"})
        CHECK(refusal({bad}) == "package_path");
    CHECK(refusal({std::string("a\0b", 3)}) == "package_path");
    CHECK(refusal({std::string(1025, 'a')}) == "package_path");
    std::string deep = "a";
    for (int i = 1; i < 32; ++i)
        deep += "/a";
    CHECK(refusal({deep}).empty());
    CHECK(refusal({deep + "/a"}) == "package_path");
}

TEST_CASE("a name comes once, and nothing lies below a file", "[packages]")
{
    CHECK(refusal({"a/b", "a/b"}) == "package_duplicate");
    CHECK(refusal({"a/b", "a"}) == "package_duplicate"); // a folder already
    CHECK(refusal({"a/b", "a"}, entry_kind::folder).empty());
    CHECK(refusal({"a", "a/b"}) == "package_path");
    packages::entry_rules rules({});
    REQUIRE(rules.admit("X.app/link", entry_kind::link, "b"));
    CHECK(rules.admit("X.app/link/c", entry_kind::file, {}).error().cause == "package_path");
    REQUIRE(rules.admit("X.app/d", entry_kind::folder, {}));
    CHECK(rules.admit("X.app/d/e", entry_kind::file, {}));
    CHECK(rules.admit("X.app/d", entry_kind::folder, {})); // some tools name folders twice
    CHECK(rules.admit("X.app/d", entry_kind::file, {}).error().cause == "package_duplicate");
    CHECK(rules.admit("X.app/d/e", entry_kind::folder, {}).error().cause == "package_duplicate");
}

TEST_CASE("links stay inside of their app", "[packages]")
{
    for (const auto* good : {"b", "b/c", "./b", "../b", "../../Frameworks/b", "../.."})
        CHECK(link_refusal("Payload/X.app/f/g/link", good).empty());
    for (const auto* bad : {"", "/etc/passwd", "../../../b", "b/../c", "b/..", "../b/../../..",
                            "a//b", "b\n", "../../../../../etc"})
        CHECK(link_refusal("Payload/X.app/f/g/link", bad) == "package_link");
    CHECK(link_refusal("X.app/link", "b").empty());
    CHECK(link_refusal("X.app/link", "../b") == "package_link");
    CHECK(link_refusal("X.app", "b") == "package_link");
    CHECK(link_refusal("Payload/X.app", "b") == "package_link");
    CHECK(link_refusal("Payload/link", "b") == "package_link");
    CHECK(link_refusal("Symbols/link", "b") == "package_link");
    CHECK(link_refusal("X.app/link", std::string(1025, 'a')) == "package_link");
}

TEST_CASE("the number of entries and the bytes of their names have limits", "[packages]")
{
    packages::package_limits limits;
    limits.entries = 3;
    CHECK(refusal({"a", "b", "c"}, entry_kind::file, {}, limits).empty());
    CHECK(refusal({"a", "b", "c", "d"}, entry_kind::file, {}, limits) == "package_too_large");
    CHECK(refusal({"a/b/c/d"}, entry_kind::file, {}, limits) == "package_too_large"); // its folders
    limits.entries = 100;
    limits.all_path_bytes = 10;
    CHECK(refusal({"12345", "67890"}, entry_kind::file, {}, limits).empty());
    CHECK(refusal({"12345", "678901"}, entry_kind::file, {}, limits) == "package_too_large");
}

TEST_CASE("unpacked bytes are limited by number and by ratio", "[packages]")
{
    packages::package_limits limits;
    limits.unpacked_bytes = 1000;
    limits.ratio = 10;
    limits.ratio_slack = 50;
    packages::unpacked_bytes folder(limits, 0);
    CHECK(folder.add(1000));
    CHECK(folder.add(1).error().cause == "package_too_large");
    CHECK(folder.total() == 1000);
    packages::unpacked_bytes archive(limits, 20);
    CHECK(archive.add(250));
    CHECK_FALSE(archive.add(1));
    packages::unpacked_bytes larger(limits, 500);
    CHECK(larger.add(1000));
    CHECK_FALSE(larger.add(1));
}

TEST_CASE("the app that a path lies in is told from the path", "[packages]")
{
    CHECK(packages::app_root_of("Payload/X.app/Info.plist") == "Payload/X.app");
    CHECK(packages::app_root_of("X.app/Watch/Y.app/Info.plist") == "X.app");
    CHECK(packages::app_root_of("Payload/X.app") == "Payload/X.app");
    for (const auto* none : {"Payload", "Payload/", "X.appx/a", ".app/a", "iTunesMetadata.plist",
                             "Symbols/X.app/a", "__MACOSX/X.app/a", "Payload/._X.app", "._X.app/a"})
        CHECK(packages::app_root_of(none).empty());
}

} // namespace thimble::tests
