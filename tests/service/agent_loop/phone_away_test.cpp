// Sessions whose phone goes away, or does not do what it is told.
#include "tests/service/agent_loop/agents_at_work.hpp"

namespace thimble::service::test {

using sessions::event_type;
using sessions::status;
using namespace std::chrono_literals;

namespace {

/// The first tap ends so.
std::function<link::result(const link::command&)> tap_fails(std::string code, link::outcome how)
{
    return [code = std::move(code), how](const link::command& what) {
        return std::holds_alternative<link::tap>(what.what) ? failure(what, code, how)
                                                            : link::result();
    };
}

} // namespace

TEST_CASE("a phone that is away is waited for", "[runs]")
{
    auto granted = short_limits();
    granted.runs.phone_absence = 1min;
    agents_at_work agents({.script = short_task(), .granted = granted});
    agents.detach();
    const auto id = agents.begin();
    CHECK_FALSE(agents.until([&] { return agents.model_was_asked() > 0; }, 100ms));
    CHECK(agents.facts_of(id).now == status::running);
    agents.attach();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
}

TEST_CASE("a phone that stays away ends the session by its own code", "[runs]")
{
    agents_at_work agents({.script = short_task(), .granted = short_limits()});
    agents.detach();
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error->starts_with("PHONE_NOT_CONNECTED: "));
    CHECK(agents.model_was_asked() == 0);
}

TEST_CASE("a phone without pictures is a phone that is away", "[runs]")
{
    agents_at_work agents({.script = short_task(), .granted = short_limits()});
    agents.instead = [](const link::command& what) {
        return std::holds_alternative<link::screenshot>(what.what)
                   ? failure(what, "SCREENSHOT_FAILED", link::outcome::not_sent)
                   : link::result();
    };
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error->starts_with("SCREENSHOT_FAILED: "));
}

TEST_CASE("an act of which nobody knows the end is told as such, and never repeated", "[runs]")
{
    agents_at_work agents({.script = short_task(), .granted = short_limits()});
    agents.instead = tap_fails("ACTION_FAILED", link::outcome::unknown);
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts().size() == 1);
    CHECK(agents.model_was_told("Whether anything was done is not known"));
    CHECK(agents.texts_of(id, event_type::tool_result, "error") ==
          std::vector<std::string>{"ACTION_FAILED"});
}

TEST_CASE("what fails before it was sent is told as not done", "[runs]")
{
    agents_at_work agents({.script = short_task(), .granted = short_limits()});
    agents.instead = tap_fails("STALE_FRAME", link::outcome::not_sent);
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.model_was_told("STALE_FRAME"));
    CHECK(agents.model_was_told("Nothing was done."));
}

TEST_CASE("after a step that has failed the rest of the turn is not carried out", "[runs]")
{
    agents_at_work agents({.script = script({turn({tap(), use("home")}), turn({claim()})}),
                           .granted = short_limits()});
    agents.instead = tap_fails("ACTION_FAILED", link::outcome::done);
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts() == std::vector<std::string>{"tap"});
    CHECK(agents.model_was_told("This was not carried out."));
}

} // namespace thimble::service::test
