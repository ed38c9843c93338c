// Runtime directory and lock files: one process drives a phone, and the others can tell which.
#include "daemon/control/ownership.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <fstream>
#include <map>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace thimble::daemon {

namespace {

namespace fs = std::filesystem;

const std::string phone = "00008130-000A1B2C3D4E5F60";
const std::string other_phone = "00008130-0011223344556677";

service::environment with(std::map<std::string, std::string> variables)
{
    return [variables = std::move(variables)](const char* name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    };
}

unsigned mode_of(const fs::path& file)
{
    struct stat about = {};
    REQUIRE(::lstat(file.c_str(), &about) == 0);
    return about.st_mode & 0777U;
}

/// Claims the phone in a process of its own and kills that; whether it had been claimed.
bool claim_and_die(const ownership& locks)
{
    const pid_t child = ::fork();
    if (child == 0) {
        const auto held = locks.claim(phone);
        ::_exit(held ? 0 : 1); // no destructor runs, as with kill -9
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

TEST_CASE("the runtime directory is made private below XDG_RUNTIME_DIR", "[daemon]")
{
    const e2e::temporary_directory home;
    const auto opened = runtime_directory::open(with({{"XDG_RUNTIME_DIR", home.path().string()}}));
    REQUIRE(opened);
    CHECK(opened->path() == home.path() / "thimble");
    CHECK(mode_of(opened->path()) == 0700U);
    CHECK(runtime_directory::open(with({{"XDG_RUNTIME_DIR", home.path().string()}})));
}

TEST_CASE("the service manager's runtime directory comes first", "[daemon]")
{
    const e2e::temporary_directory given;
    const e2e::temporary_directory home;
    const auto opened =
        runtime_directory::open(with({{"RUNTIME_DIRECTORY", given.path().string() + ":/elsewhere"},
                                      {"XDG_RUNTIME_DIR", home.path().string()}}));
    REQUIRE(opened);
    CHECK(opened->path() == given.path());
}

TEST_CASE("a runtime directory that others may enter is refused", "[daemon]")
{
    const e2e::temporary_directory home;
    const fs::path where = home.path() / "thimble";
    REQUIRE(::mkdir(where.c_str(), 0700) == 0);
    REQUIRE(::chmod(where.c_str(), 0755) == 0);
    const auto opened = runtime_directory::open(with({{"XDG_RUNTIME_DIR", home.path().string()}}));
    REQUIRE_FALSE(opened);
    CHECK(opened.error().find("chmod 700 " + where.string()) != std::string::npos);
}

TEST_CASE("a link or a file in the place of the runtime directory is refused", "[daemon]")
{
    const e2e::temporary_directory home;
    const e2e::temporary_directory elsewhere;
    const fs::path where = home.path() / "thimble";
    SECTION("link")
    {
        fs::create_directory_symlink(elsewhere.path(), where);
    }
    SECTION("file")
    {
        std::ofstream(where) << "x";
    }
    const auto opened = runtime_directory::open(with({{"XDG_RUNTIME_DIR", home.path().string()}}));
    REQUIRE_FALSE(opened);
    CHECK(opened.error().find("is not a directory") != std::string::npos);
}

TEST_CASE("a phone has one owner, who is known by process and socket", "[daemon]")
{
    const e2e::temporary_directory directory;
    const ownership first(directory.path(), "/run/first.sock");
    const ownership second(directory.path(), "/run/second.sock");
    auto held = first.claim(phone);
    REQUIRE(held != nullptr);
    CHECK(second.claim(phone) == nullptr);
    CHECK(first.claim(phone) == nullptr);
    CHECK(second.claim(other_phone) != nullptr);
    const owner expected{.process = ::getpid(), .socket = "/run/first.sock"};
    CHECK(second.owner_of(phone) == expected);

    held.reset();
    CHECK(second.owner_of(phone) == std::nullopt);
    held = second.claim(phone);
    REQUIRE(held != nullptr);
    CHECK(first.owner_of(phone)->socket == "/run/second.sock");
}

TEST_CASE("an owner that mounts developer images by itself says so", "[daemon]")
{
    const e2e::temporary_directory directory;
    const ownership mounting(directory.path(), "/run/control.sock", true);
    const ownership other(directory.path(), {});
    const auto held = mounting.claim(phone);
    const auto another = other.claim(other_phone);
    REQUIRE(other.owner_of(phone));
    CHECK(other.owner_of(phone)->mounts_images);
    REQUIRE(mounting.owner_of(other_phone));
    CHECK_FALSE(mounting.owner_of(other_phone)->mounts_images);
}

TEST_CASE("the phones that are driven are listed", "[daemon]")
{
    const e2e::temporary_directory directory;
    const ownership locks(directory.path(), "/run/control.sock");
    CHECK(locks.owned_phones().empty());
    const auto one = locks.claim(phone);
    auto another = locks.claim(other_phone);
    REQUIRE(locks.owned_phones().size() == 2);
    another.reset();
    const auto left = locks.owned_phones();
    REQUIRE(left.size() == 1);
    CHECK(left.front().udid == phone);
    CHECK(left.front().owner.process == ::getpid());
}

TEST_CASE("a process that was killed owns nothing", "[daemon]")
{
    const e2e::temporary_directory directory;
    const ownership locks(directory.path(), "/run/control.sock");
    REQUIRE(claim_and_die(locks));
    CHECK(locks.owner_of(phone) == std::nullopt);
    CHECK(locks.owned_phones().empty());
    CHECK(locks.claim(phone) != nullptr);
}

TEST_CASE("what is no UDID becomes no file", "[daemon]")
{
    const e2e::temporary_directory directory;
    const ownership locks(directory.path(), {});
    for (const std::string& udid :
         {std::string(), std::string("../phone"), std::string("a/b"), std::string(65, 'a'),
          std::string("phone"), std::string("00\0", 3)}) {
        CHECK(locks.claim(udid) == nullptr);
        CHECK(locks.owner_of(udid) == std::nullopt);
    }
    CHECK(fs::is_empty(directory.path()));
}

TEST_CASE("a lock file that is a link is not followed", "[daemon]")
{
    const e2e::temporary_directory directory;
    const e2e::temporary_directory elsewhere;
    fs::create_symlink(elsewhere.path() / "target",
                       directory.path() / ("phone-" + phone + ".lock"));
    const ownership locks(directory.path(), {});
    CHECK(locks.claim(phone) == nullptr);
    CHECK(fs::is_empty(elsewhere.path()));
}

TEST_CASE("a lock file with nonsense in it names no owner", "[daemon]")
{
    const e2e::temporary_directory directory;
    const ownership locks(directory.path(), {});
    const auto held = locks.claim(phone);
    for (const char* content : {"", "{", "[]", R"({"pid":"x","socket":1})", R"({"pid":1})"}) {
        std::ofstream(directory.path() / ("phone-" + phone + ".lock"), std::ios::trunc) << content;
        CHECK(locks.owner_of(phone) == std::nullopt);
    }
}

} // namespace thimble::daemon
