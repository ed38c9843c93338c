// A disk without room: files may not grow, which the system says of each write.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/file_limits.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <sstream>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto tap_body = R"({"x": 300, "y": 600})";

std::filesystem::path journal_of(const thimble_system& daemon)
{
    namespace fs = std::filesystem;
    for (const auto& each : fs::recursive_directory_iterator(daemon.home().state.path()))
        if (each.path().filename().string().contains("journal"))
            return each.path();
    FAIL("there is no journal");
    return {};
}

/// Number of jobs that have ended by the journal, whose lines are all whole.
std::size_t finished_jobs(const std::string& journal)
{
    std::istringstream lines(journal);
    std::size_t finished = 0;
    std::string line;
    REQUIRE(std::getline(lines, line)); // what it is
    while (std::getline(lines, line)) {
        INFO(line);
        const bool whole = line.starts_with("received ") || line.starts_with("started ") ||
                           line.starts_with("finished ");
        CHECK(whole);
        CHECK(line.size() > std::string("received ").size() + 30); // and a job's id
        finished += line.starts_with("finished ") ? 1U : 0U;
    }
    return finished;
}

} // namespace

TEST_CASE("on a full disk nothing is done that could not be noted, and nothing is lost",
          "[e2e][local]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const auto phone = phones.at(0);
    const auto home = std::make_shared<household>();
    std::vector<std::string> jobs; // that were done
    {
        thimble_system daemon(phones, home, {"--log-level", "error"});
        REQUIRE(daemon.until_ready(phone, ready_limit));
        const auto tap = [&] { return daemon.api().post(daemon.path(phone, "/tap"), tap_body); };
        const auto first = tap();
        REQUIRE(first.status == 200);
        jobs.push_back(first.json().at("id"));

        const auto check_refused = [&] {
            const auto refused = tap();
            INFO(refused.body);
            CHECK(refused.status == 500);
            CHECK(refused.json().at("error") == "INTERNAL_ERROR");
            CHECK(refused.json().at("context").at("outcome") == "not_sent");
            const auto message = refused.json().at("message").get<std::string>();
            CHECK(message.contains("othing was sent to the phone"));
        };
        constexpr rlim_t half_a_line = 20; // bytes
        constexpr rlim_t no_line = 10;
        limit_files(daemon.process(), file_size(journal_of(daemon)) + half_a_line);
        check_refused();
        limit_files(daemon.process(), no_line);
        check_refused();
        check_refused();
        CHECK(phone.fingers_down().size() == 1);
        CHECK(daemon.api().get(daemon.path(phone, "/screenshot")).status == 200);
        CHECK(daemon.api().get("/healthz").status == 200);

        allow_files(daemon.process());
        const auto second = tap();
        REQUIRE(second.status == 200);
        jobs.push_back(second.json().at("id"));
        CHECK(finished_jobs(content_of(journal_of(daemon))) == 2);
    }
    const thimble_system daemon(phones, home);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    CHECK(finished_jobs(content_of(journal_of(daemon))) == 2);
    for (const auto& job : jobs)
        CHECK(daemon.api().get("/v1/jobs/" + job).json().at("status") == "completed");
    CHECK(phone.fingers_down().size() == 2);
}

TEST_CASE("thimbled says that it cannot start on a full disk", "[e2e][local]")
{
    const household home;
    // Its output goes through a pipe, which is no file and has room.
    const auto started = run("sh",
                             {"-c",
                              "(trap '' XFSZ; ulimit -f 0; \"$0\" --local --listen "
                              "127.0.0.1:0 --state-dir \"$1\" 2>&1; echo \"code $?\") | cat",
                              find_program("thimbled"), home.state.path().string()},
                             {{"XDG_RUNTIME_DIR", home.runtime.path().string()}});
    INFO(started.output);
    CHECK(started.output.contains("code "));
    CHECK_FALSE(started.output.contains("code 0"));
    CHECK(started.output.contains(home.state.path().string())); // which file it is
}

} // namespace thimble::e2e
