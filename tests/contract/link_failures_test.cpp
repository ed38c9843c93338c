// A desktop's reports of actions that have failed.
#include "contract/error_codes.hpp"
#include "contract/link_failures.hpp"
#include "tests/catch2.hpp"
#include "tests/service/links_fixture.hpp"

#include <future>

namespace thimble::service::test {

namespace {

/// A linked desktop with one phone, whose next action fails as the desktop says.
struct failing_desktop : with_links {
    failing_desktop()
    {
        link->say(phone("udid-1"));
        while (client.ask("GET", "/v1/phones", ada()).json().empty())
            continue;
    }

    reply fail(const std::string& code, const nlohmann::json& context = nlohmann::json::object())
    {
        auto answer = std::async(std::launch::async, [&] {
            http_client caller(running.port());
            return caller.ask("POST", "/v1/home", ada());
        });
        link::result said = result_of(next_command());
        said.failure = link::failure{.code = code, .message = "It failed.", .context = context};
        said.outcome = link::outcome::not_sent;
        link->say(said);
        return answer.get();
    }

    link::command next_command()
    {
        for (;;) {
            const auto heard = link->hear();
            REQUIRE(heard);
            if (const auto* what = std::get_if<link::command>(&*heard))
                return *what;
        }
    }

    static link::result result_of(const link::command& what)
    {
        link::result out;
        out.job_id = what.job_id;
        out.udid = what.udid;
        return out;
    }

    std::unique_ptr<link_peer> link = connect(enrol());
};

} // namespace

TEST_CASE("what an action can fail with passes through", "[service]")
{
    failing_desktop on;
    const auto answer = on.fail("PHONE_NOT_READY", {{"blockers", nlohmann::json::array()}});
    CHECK(answer.status == 409);
    CHECK(answer.error() == "PHONE_NOT_READY");
    CHECK(answer.json().at("context").contains("blockers"));
}

TEST_CASE("a code that is no action's is told as a failed action", "[service]")
{
    failing_desktop on;
    for (const auto* code : {"RATE_LIMITED", "AUTH_REQUIRED", "INVALID_API_KEY", "MADE_UP"}) {
        CAPTURE(code);
        const auto answer = on.fail(code);
        CHECK(answer.status == 502);
        CHECK(answer.error() == "ACTION_FAILED");
        CHECK(answer.json().at("message") == "It failed.");
        CHECK(answer.field("www-authenticate").empty());
        CHECK(answer.field("retry-after").empty());
    }
}

TEST_CASE("no desktop says that a key is wrong, or that nothing is found", "[service]")
{
    for (const auto& each : error_codes()) {
        CAPTURE(each.name);
        const auto code = failure_of_action({.code = std::string(each.name), .message = {}}).code;
        CHECK((code == each.name || code == "ACTION_FAILED"));
        CHECK(http_status(code) != 401);
        CHECK(http_status(code) != 402);
        CHECK(http_status(code) != 429);
    }
}

TEST_CASE("a failure that names no time to wait is answered all the same", "[service]")
{
    const auto out = to_response({.code = "RATE_LIMITED", .message = "Too many."});
    CHECK(out.status == 429);
}

} // namespace thimble::service::test
