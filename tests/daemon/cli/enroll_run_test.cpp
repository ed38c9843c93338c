// `thimbled enroll` as people run it, with a service that follows a script.
#include "tests/catch2.hpp"
#include "tests/daemon/uplink/scripted_service.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/kept_port.hpp"
#include "tests/e2e/program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <sys/stat.h>

namespace thimble::e2e {

namespace {

namespace enrolment = daemon::test::enrolment;
using daemon::test::http_request;
using daemon::test::json_answer;
using daemon::test::scripted_service;

constexpr auto enough = 30s;

/// Offers a code, and answers each look with the next of these, the last one for ever.
daemon::test::script offering(std::vector<std::string> looks)
{
    auto next = std::make_shared<std::atomic<std::size_t>>(0);
    return [looks = std::move(looks), next](const http_request& request) {
        if (request.method_string() == "POST")
            return enrolment::offer();
        return looks.at(std::min(next->fetch_add(1), looks.size() - 1));
    };
}

class desktop {
public:
    arguments enroll(const std::string& url, const arguments& more = {}) const
    {
        arguments all{"enroll", "--service", url, "--state-dir", state().string()};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    run_result run_enroll(const std::string& url, const arguments& more = {}) const
    {
        return run("thimbled", enroll(url, more), variables());
    }

    environment variables() const
    {
        return {{"XDG_CONFIG_HOME", (folder_.path() / "config").string()},
                {"XDG_RUNTIME_DIR", folder_.path().string()}};
    }

    std::filesystem::path state() const { return folder_.path() / "state"; }
    std::filesystem::path file() const { return state() / "enrolment"; }

private:
    temporary_directory folder_;
};

bool says(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a desktop enrols once a person has approved its code", "[daemon]")
{
    // A look that fails on the way is no reason to give up.
    const scripted_service service(
        offering({enrolment::pending(), "", json_answer(503, "{}"), enrolment::approved()}));
    const desktop here;
    const auto ended = here.run_enroll(service.url(), {"--name", "Ada's desk"});
    INFO(ended.errors);
    CHECK(ended.code == 0);
    CHECK(ended.output ==
          std::string("code: BCDF-GHJK\nenrolled: ") + enrolment::desktop_id + "\n");
    CHECK(says(ended.errors, "admin desktop approve BCDF-GHJK"));
    for (const auto* secret : {enrolment::token, enrolment::poll_token})
        CHECK_FALSE(says(ended.output + ended.errors, secret));
    const auto kept = nlohmann::json::parse(content_of(here.file()));
    CHECK(kept.at("service") == service.url());
    CHECK(kept.at("desktop_id") == enrolment::desktop_id);
    CHECK(kept.at("token") == enrolment::token);
    CHECK(kept.at("name") == "Ada's desk");
    struct stat about = {};
    REQUIRE(::stat(here.file().c_str(), &about) == 0);
    CHECK((about.st_mode & 0777U) == 0600U);
}

TEST_CASE("an enrolment is replaced only by force", "[daemon]")
{
    const scripted_service service(offering({enrolment::approved()}));
    const desktop here;
    REQUIRE(here.run_enroll(service.url()).code == 0);
    const auto requests = service.requests().size();
    const auto again = here.run_enroll("https://phones.example");
    CHECK(again.code == 1);
    CHECK(says(again.errors, service.url()));
    CHECK(says(again.errors, "--force"));
    CHECK(service.requests().size() == requests);
    CHECK(here.run_enroll(service.url(), {"--force"}).code == 0);
}

TEST_CASE("a code that nobody approves expires", "[daemon]")
{
    const scripted_service service(offering({enrolment::pending(), enrolment::expired()}));
    const desktop here;
    const auto ended = here.run_enroll(service.url());
    CHECK(ended.code == 1);
    CHECK(says(ended.output, "code: BCDF-GHJK\n"));
    CHECK(says(ended.errors, "expired"));
    CHECK_FALSE(std::filesystem::exists(here.file()));
}

TEST_CASE("whoever waits for approval may give up", "[daemon]")
{
    const scripted_service service(offering({enrolment::pending()}));
    const desktop here;
    program enrolling("thimbled", here.enroll(service.url()), here.variables());
    REQUIRE(enrolling.prints("code: BCDF-GHJK\n", enough));
    const auto ended = enrolling.interrupt(5s);
    REQUIRE(ended);
    CHECK(ended->code == 1);
    CHECK_FALSE(std::filesystem::exists(here.file()));
}

TEST_CASE("a service that refuses, is none, or is not there ends the enrolment", "[daemon]")
{
    const desktop here;
    {
        const scripted_service service([](const http_request&) {
            return json_answer(429, R"({"error":"RATE_LIMITED","message":"Too many."})");
        });
        const auto refused = here.run_enroll(service.url());
        CHECK(refused.code == 1);
        CHECK(says(refused.errors, "Too many."));
    }
    {
        const scripted_service service(
            [](const http_request&) { return json_answer(200, "hello"); });
        const auto nonsense = here.run_enroll(service.url());
        CHECK(nonsense.code == 1);
        CHECK(says(nonsense.errors, "makes no sense"));
    }
    const kept_port nobodys;
    const auto unreachable =
        here.run_enroll("http://127.0.0.1:" + std::to_string(nobodys.number()));
    CHECK(unreachable.code == 69);
    CHECK(says(unreachable.errors, "Nobody answers"));
    CHECK(unreachable.output.empty());
}

TEST_CASE("an enrolment needs the address of a service", "[daemon]")
{
    const desktop here;
    CHECK(here.run_enroll("http://phones.example").code == 2);
    CHECK(here.run_enroll("phones.example").code == 2);
    const auto nowhere = run("thimbled", {"enroll"}, here.variables());
    CHECK(nowhere.code == 2);
    CHECK(says(nowhere.errors, "--service"));
}

} // namespace thimble::e2e
