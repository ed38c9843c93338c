// State directory and key: private, kept, and one process's own.
#include "program/private_file.hpp"
#include "program/state_directory.hpp"
#include "service/accounts/api_key.hpp"
#include "service/settings/api_key.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace thimble::service {

namespace {

const environment nothing_set = [](const char*) { return std::nullopt; };

unsigned mode_of(const std::filesystem::path& file)
{
    struct stat about = {};
    REQUIRE(::stat(file.c_str(), &about) == 0);
    return about.st_mode & 0777U;
}

state_directory open(const std::filesystem::path& where)
{
    auto opened = state_directory::open(where);
    REQUIRE(opened);
    return std::move(*opened);
}

TEST_CASE("a state directory is made private", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto where = directory.path() / "below" / "state";
    const auto state = open(where);
    CHECK(mode_of(where) == 0700U);
}

TEST_CASE("a state directory belongs to one process at a time", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto where = directory.path() / "state";
    {
        const auto first = open(where);
        const auto second = state_directory::open(where);
        REQUIRE_FALSE(second);
        CHECK(second.error().find("in use") != std::string::npos);
    }
    CHECK(state_directory::open(where));
}

TEST_CASE("a state directory that cannot be used is named", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "file";
    std::ofstream(file) << "x";
    for (const auto& where : {file, file / "below"}) {
        const auto opened = state_directory::open(where);
        REQUIRE_FALSE(opened);
        CHECK(opened.error().find(file.string()) != std::string::npos);
    }
}

TEST_CASE("a key is made once and kept in a private file", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto where = directory.path() / "state";
    std::string made;
    {
        const auto state = open(where);
        made = load_api_key(nothing_set, state).value();
    }
    CHECK(made.starts_with("tk_"));
    CHECK(made.size() == 46);
    CHECK(mode_of(where / "api-key") == 0600U);
    CHECK(load_api_key(nothing_set, open(where)).value() == made);
}

TEST_CASE("a key from the environment wins and is not kept", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto state = open(directory.path() / "state");
    const environment given = [](const char* name) -> std::optional<std::string> {
        return std::string_view(name) == "THIMBLE_API_KEY" ? std::optional("a-secret-of-mine")
                                                           : std::nullopt;
    };
    CHECK(load_api_key(given, state).value() == "a-secret-of-mine");
    CHECK_FALSE(std::filesystem::exists(state.path() / "api-key"));
}

TEST_CASE("a key that cannot stand in a header is refused and not repeated", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto state = open(directory.path() / "state");
    const environment given = [](const char*) { return std::optional<std::string>("se cr et"); };
    const auto key = load_api_key(given, state);
    REQUIRE_FALSE(key);
    CHECK(key.error().find("se cr et") == std::string::npos);
    const environment short_one = [](const char*) {
        return std::optional<std::string>("15-long-secret!");
    };
    const auto guessable = load_api_key(short_one, state);
    REQUIRE_FALSE(guessable);
    CHECK(guessable.error().find("openssl rand -hex 32") != std::string::npos);
}

TEST_CASE("a key that others can read is refused", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto state = open(directory.path() / "state");
    REQUIRE(load_api_key(nothing_set, state));
    std::filesystem::permissions(state.path() / "api-key", std::filesystem::perms(0644));
    const auto key = load_api_key(nothing_set, state);
    REQUIRE_FALSE(key);
    CHECK(key.error().find("chmod 600") != std::string::npos);
}

TEST_CASE("a private file of another user is refused", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "secret";
    REQUIRE(write_private_file(file, "one"));
    if (::chown(file.c_str(), 12345, static_cast<gid_t>(-1)) != 0) // root alone may
        return;
    if (::geteuid() == 0) {
        const auto read = read_private_file(file, 100);
        REQUIRE_FALSE(read);
        CHECK(read.error().find("12345") != std::string::npos);
    }
}

TEST_CASE("keys are never the same", "[daemon]")
{
    std::set<std::string> keys;
    for (int i = 0; i < 100; ++i)
        keys.insert(random_api_key());
    CHECK(keys.size() == 100);
}

TEST_CASE("a private file is replaced in one step", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "secret";
    REQUIRE(write_private_file(file, "one"));
    REQUIRE(write_private_file(file, "two"));
    CHECK(read_private_file(file, 100).value() == "two");
    CHECK(mode_of(file) == 0600U);
    CHECK_FALSE(read_private_file(directory.path() / "missing", 100).value());
}

} // namespace

} // namespace thimble::service
