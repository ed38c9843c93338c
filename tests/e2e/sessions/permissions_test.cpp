// Acts that an agent may not do, or that its user is asked about first.
#include "tests/e2e/sessions/agent_phone.hpp"

namespace thimble::e2e {

namespace {

const nlohmann::json wants_notes = turn_of("open_app", {{"app_name", "Notes"}});

} // namespace

TEST_CASE("an app that is denied is not opened, and not touched either", "[e2e][sessions]")
{
    agent_phone on({.more = {{"THIMBLE_AGENT_DENIED_APPS", app::notes}}});
    const auto refused = on.run({.turns = {wants_notes, give_up("I may not.")}});
    INFO(refused.told());
    CHECK(refused.status() == "failed");
    CHECK(on.phone().facts().at("front_app") == app::home_screen);
    CHECK(refused.told().contains("is not allowed in this session"));

    on.phone().make("open", {{"bundle_id", app::notes}});
    const auto touches = on.phone().next_event();
    const auto session =
        on.run({.turns = {turn_of("tap", {{"x", 300}, {"y", 600}}), give_up("I may not.")}});
    INFO(session.told());
    CHECK(on.phone().fingers_down(touches).empty());
    CHECK(session.told().contains("is not allowed in this session"));
}

TEST_CASE("what needs a confirmation waits for a plain yes", "[e2e][sessions]")
{
    agent_phone on({.more = {{"THIMBLE_AGENT_CONFIRM", "open_app"}}});
    auto session = on.begin({.turns = {wants_notes, claim("It is open.")}});
    REQUIRE(session.until("waiting_for_user", soon));
    CHECK(session.record().at("waiting_for") == "May I open the app com.apple.mobilenotes?");
    CHECK(on.phone().facts().at("front_app") == app::home_screen);
    CHECK(session.say("yes").status == 204);
    REQUIRE(session.until_ended(session_limit));
    CHECK(session.status() == "completed");
    CHECK(on.phone().facts().at("front_app") == app::notes);
}

TEST_CASE("what the user does not agree to is not done", "[e2e][sessions]")
{
    agent_phone on({.spoken = wire::openai, .more = {{"THIMBLE_AGENT_CONFIRM", "open_app"}}});
    auto session = on.begin({.turns = {wants_notes, give_up("You did not want it.")}});
    REQUIRE(session.until("waiting_for_user", soon));
    CHECK(session.say("yes, but only tomorrow").status == 204);
    REQUIRE(session.until_ended(session_limit));
    INFO(session.told());
    CHECK(session.status() == "failed");
    CHECK(on.phone().facts().at("front_app") == app::home_screen);
    CHECK(on.model().requests().back().at("body").dump().contains("only tomorrow"));
}

} // namespace thimble::e2e
