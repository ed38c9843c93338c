#include "service/settings/store_setting.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <array>
#include <fstream>

namespace thimble::service::test {

namespace {

namespace fs = std::filesystem;

constexpr auto* with_password = "postgresql://ada:hunter2@db.example/thimble";

auto read(const std::string& value, const std::string& origin, std::span<const fs::path> files = {})
{
    settings given;
    given.emplace("store", setting{.value = value, .origin = origin});
    return read_store_setting(given, files);
}

} // namespace

TEST_CASE("without a setting the store is in the state directory", "[settings]")
{
    const auto server = read_store_setting({}, {});
    REQUIRE(server);
    CHECK_FALSE(*server);
}

TEST_CASE("a server of PostgreSQL is read from wherever it is said", "[settings]")
{
    for (const auto* origin : {"--store", "THIMBLE_STORE", "/etc/thimble/service.toml:3"}) {
        const auto server = read("postgresql://db.example/thimble", origin);
        REQUIRE(server);
        REQUIRE(*server);
        CHECK((*server)->shown() == "postgresql://db.example/thimble");
    }
}

TEST_CASE("a wrong store is refused by where it was said, without its value", "[settings]")
{
    const auto flag = read("mysql://ada:hunter2@db/x", "--store");
    REQUIRE_FALSE(flag);
    CHECK(flag.error().code == exit_usage);
    CHECK(flag.error().text.starts_with("--store: "));
    CHECK_FALSE(flag.error().text.contains("hunter2"));
    const auto variable = read("", "THIMBLE_STORE");
    REQUIRE_FALSE(variable);
    CHECK(variable.error().code == exit_configuration);
}

TEST_CASE("pictures are files unless they are to go into a server's store", "[settings]")
{
    const auto read_place = [](const char* value, bool has_server) {
        settings given;
        given.emplace("pictures", setting{.value = value, .origin = "--pictures"});
        return read_pictures_setting(given, has_server);
    };
    CHECK_FALSE(read_pictures_setting({}, true).value());
    CHECK_FALSE(read_place("files", true).value());
    CHECK(read_place("store", true).value());
    const auto no_server = read_place("store", false);
    REQUIRE_FALSE(no_server);
    CHECK(no_server.error().code == exit_usage);
    CHECK(no_server.error().text.contains("--store postgresql://"));
    const auto unknown = read_place("bucket", true);
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().text.contains("\"files\" or \"store\""));
}

TEST_CASE("a password of the store is not taken from the command line", "[settings]")
{
    const auto refused = read(with_password, "--store");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == exit_usage);
    CHECK(refused.error().text.contains("THIMBLE_STORE"));
    CHECK_FALSE(refused.error().text.contains("hunter2"));
    CHECK(read(with_password, "THIMBLE_STORE"));
}

TEST_CASE("a password of the store is not taken from a file that everybody may read", "[settings]")
{
    const e2e::temporary_directory folder;
    const std::array files{folder.path() / "service.toml"};
    std::ofstream(files[0]) << "x";
    const auto read_in = [&](fs::perms rights) {
        fs::permissions(files[0], rights);
        return read(with_password, files[0].string() + ":1", files);
    };
    const auto open = read_in(fs::perms::owner_read | fs::perms::others_read);
    REQUIRE_FALSE(open);
    CHECK(open.error().text.contains("chmod o-r"));
    CHECK_FALSE(open.error().text.contains("hunter2"));
    CHECK(read_in(fs::perms::owner_read));
}

} // namespace thimble::service::test
