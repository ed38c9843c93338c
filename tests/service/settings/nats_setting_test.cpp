// The setting that makes a service one of several nodes.
#include "service/settings/nats_setting.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <fstream>
#include <string>
#include <vector>

namespace thimble::service {

namespace {

namespace fs = std::filesystem;

constexpr auto* with_password = "nats://ada:hunter2@bus.example";

settings nats_given(std::string value, std::string origin)
{
    return {{"nats", setting{.value = std::move(value), .origin = std::move(origin)}}};
}

} // namespace

TEST_CASE("without the setting a service is one node", "[settings]")
{
    const auto read = read_nats_setting({}, {});
    REQUIRE(read);
    CHECK_FALSE(*read);
}

TEST_CASE("servers may be named on the command line", "[settings]")
{
    const auto read = read_nats_setting(nats_given("nats://bus.example", "--nats"), {});
    REQUIRE(read);
    REQUIRE(*read);
    CHECK((*read)->shown() == "nats://bus.example:4222");
}

TEST_CASE("a password is refused on the command line, and is not repeated", "[settings]")
{
    const auto read = read_nats_setting(nats_given(with_password, "--nats"), {});
    REQUIRE_FALSE(read);
    CHECK(read.error().text.contains("THIMBLE_NATS"));
    CHECK_FALSE(read.error().text.contains("hunter2"));
    CHECK(read_nats_setting(nats_given(with_password, "THIMBLE_NATS"), {}));
}

TEST_CASE("a password in a file is for its owner alone", "[settings]")
{
    const e2e::temporary_directory folder;
    const auto file = folder.path() / "service.toml";
    std::ofstream(file) << "x";
    const std::vector files{file};
    const auto given = nats_given(with_password, file.string() + ":3");
    fs::permissions(file, fs::perms::owner_read | fs::perms::others_read);
    const auto refused = read_nats_setting(given, files);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().text.contains("chmod o-r"));
    CHECK_FALSE(refused.error().text.contains("hunter2"));
    fs::permissions(file, fs::perms::owner_read);
    CHECK(read_nats_setting(given, files));
}

TEST_CASE("a wrong address is refused without a word of it", "[settings]")
{
    const auto read = read_nats_setting(nats_given("nats://ada:hunter2@", "THIMBLE_NATS"), {});
    REQUIRE_FALSE(read);
    CHECK(read.error().text.contains("THIMBLE_NATS"));
    CHECK_FALSE(read.error().text.contains("hunter2"));
}

} // namespace thimble::service
