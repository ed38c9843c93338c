// The journal: what it still knows after any end of the process.
#include "daemon/execution/journal.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace thimble::daemon {

namespace {

journal open(const std::filesystem::path& file, journal_limits limits = {})
{
    auto opened = journal::open(file, limits);
    REQUIRE(opened);
    return std::move(*opened);
}

void append(const std::filesystem::path& file, std::string_view text)
{
    std::ofstream(file, std::ios::app | std::ios::binary) << text;
}

TEST_CASE("a journal remembers jobs when it is opened again", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "journal";
    {
        journal first = open(file);
        REQUIRE(first.received("a"));
        REQUIRE(first.received("b"));
        REQUIRE(first.started("b"));
        REQUIRE(first.received("c"));
        REQUIRE(first.started("c"));
        REQUIRE(first.finished("c", link::outcome::not_sent, "PHONE_NOT_CONNECTED"));
    }
    const journal again = open(file);
    CHECK(again.find("a")->stage == journal::stage::received);
    CHECK(again.find("b")->stage == journal::stage::started);
    CHECK(again.find("c")->stage == journal::stage::finished);
    CHECK(again.find("c")->outcome == link::outcome::not_sent);
    CHECK(again.find("c")->code == "PHONE_NOT_CONNECTED");
    CHECK_FALSE(again.find("d"));
}

TEST_CASE("a journal survives a process that is killed", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "journal";
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        auto victim = journal::open(file);
        if (victim && victim->received("a") && victim->started("a"))
            ::kill(::getpid(), SIGKILL);
        ::_exit(1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    CHECK(open(file).find("a")->stage == journal::stage::started);
}

TEST_CASE("a torn last line is dropped and the next one is whole", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "journal";
    REQUIRE(open(file).received("a"));
    append(file, "started a");
    {
        journal again = open(file);
        CHECK(again.find("a")->stage == journal::stage::received);
        REQUIRE(again.received("b"));
    }
    CHECK(open(file).find("b"));
}

TEST_CASE("lines that make no sense are passed over", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "journal";
    REQUIRE(open(file).received("a"));
    append(file, "\nsomething else\nstarted\nfinished b nonsense\n");
    append(file, std::string("\0\xff\n", 3));
    append(file, "started a\n");
    const journal again = open(file);
    CHECK(again.find("a")->stage == journal::stage::started);
    CHECK(again.find("b")->outcome == link::outcome::unknown);
}

TEST_CASE("a journal keeps its id until its past is gone", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "journal";
    const std::string id = open(file).id();
    CHECK(open(file).id() == id);
    std::ofstream(file, std::ios::trunc) << "garbage\n";
    CHECK(open(file).id() != id);
}

TEST_CASE("a journal forgets the oldest jobs and does not grow for ever", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "journal";
    journal records = open(file, {.jobs = 10, .lines = 50});
    for (int i = 0; i < 1000; ++i) {
        const auto job_id = std::to_string(i);
        REQUIRE(records.received(job_id));
        REQUIRE(records.finished(job_id, link::outcome::done, ""));
    }
    CHECK_FALSE(records.find("989"));
    CHECK(records.find("990"));
    CHECK(std::filesystem::file_size(file) < 3000);
    CHECK(open(file).find("999")->stage == journal::stage::finished);
}

TEST_CASE("a journal is private", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "journal";
    REQUIRE(open(file).received("a"));
    struct stat about = {};
    REQUIRE(::stat(file.c_str(), &about) == 0);
    CHECK((about.st_mode & 0777U) == 0600U);
}

TEST_CASE("a journal that cannot be written says which file", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "missing" / "journal";
    const auto opened = journal::open(file);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().find(file.string()) != std::string::npos);
}

TEST_CASE("job ids are printable and not too long", "[daemon]")
{
    CHECK(journal::valid_job_id("1b4e28ba-2fa1-41d2-883f-0016d3cca427"));
    CHECK(journal::valid_job_id(std::string(128, 'x')));
    CHECK_FALSE(journal::valid_job_id(""));
    CHECK_FALSE(journal::valid_job_id("a b"));
    CHECK_FALSE(journal::valid_job_id("a\n"));
    CHECK_FALSE(journal::valid_job_id(std::string(129, 'x')));
}

} // namespace

} // namespace thimble::daemon
