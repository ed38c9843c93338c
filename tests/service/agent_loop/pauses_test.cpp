// A pause that comes while a step is being made ready.
#include "tests/service/agent_loop/agents_at_work.hpp"

namespace thimble::service::test {

using sessions::control;
using sessions::event_type;
using sessions::status;
using namespace std::chrono_literals;
using texts = std::vector<std::string>;

namespace {

/// Everything after the phone's first picture waits.
void hold_after_first_picture(agents_at_work& in)
{
    in.instead = [&in](const link::command& what) {
        if (std::holds_alternative<link::screenshot>(what.what))
            in.desktop->hold();
        return link::result();
    };
}

/// Pauses while the second command waits on the phone, which then goes on.
void pause_before_step(agents_at_work& in, const std::string& id)
{
    REQUIRE(in.until([&] { return in.desktop->seen.started_jobs.size() == 2; }));
    REQUIRE(in.apply(id, control::pause));
    in.instead = [](const link::command& what) {
        auto out =
            std::holds_alternative<link::front_app>(what.what) ? success(what) : link::result();
        out.value = {{"bundle_id", "com.apple.Maps"}};
        return out;
    };
    in.desktop->release();
}

} // namespace

TEST_CASE("an act that was decided before a pause is done after it", "[runs]")
{
    agents_at_work agents({.script = script({turn({tap()}), turn({claim()})}),
                           .rules = {.denied_apps = {"com.example.*"}}});
    hold_after_first_picture(agents);
    const auto id = agents.begin();
    pause_before_step(agents, id);
    CHECK_FALSE(agents.until([&] { return !agents.acts().empty(); }, 100ms));
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts() == texts{"tap"});
    CHECK(agents.model_was_asked() == 3); // for the tap, for the claim, to check it
}

TEST_CASE("what a model decides in a pause is done after it", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({tap()}, R"("delay_ms": 200)"), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    REQUIRE(agents.apply(id, control::pause));
    REQUIRE(
        agents.until([&] { return !agents.texts_of(id, event_type::tool_use, "name").empty(); }));
    CHECK(agents.acts().empty());
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts() == texts{"tap"});
    CHECK(agents.texts_of(id, event_type::tool_result, "outcome").front() == "done");
}

TEST_CASE("what was decided before a pause is not done where the screen has changed", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({tap(), use("home")}, R"("delay_ms": 200)"), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    REQUIRE(agents.apply(id, control::pause));
    REQUIRE(
        agents.until([&] { return !agents.texts_of(id, event_type::tool_use, "name").empty(); }));
    agents.turn_page();
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts().empty());
    CHECK(agents.facts_of(id).now == status::completed);
    auto uses = agents.texts_of(id, event_type::tool_use, "name");
    CHECK(uses == texts{"tap", "home", "done"});
    CHECK(agents.texts_of(id, event_type::tool_result, "text").at(0) ==
          "While the session was paused, the screen has changed. Nothing was done.");
    CHECK(agents.model_was_told("While the session was paused, the screen has changed."));
    for (const std::size_t each : {0U, 1U})
        CHECK(agents.texts_of(id, event_type::tool_result, "outcome").at(each) == "not_sent");
}

TEST_CASE("what the user says in a pause is heard before anything is done", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({tap()}, R"("delay_ms": 200)"), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    REQUIRE(agents.apply(id, control::pause));
    REQUIRE(
        agents.until([&] { return !agents.texts_of(id, event_type::tool_use, "name").empty(); }));
    REQUIRE(agents.tell(id, "Touch nothing."));
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts().empty());
    CHECK(agents.model_was_told("The user says: Touch nothing."));
}

TEST_CASE("nobody is asked for a second look in a pause", "[runs]")
{
    agents_at_work agents({.script = script({turn({claim()})})});
    hold_after_first_picture(agents);
    const auto id = agents.begin();
    pause_before_step(agents, id);
    CHECK_FALSE(agents.until([&] { return agents.model_was_asked() > 1; }, 100ms));
    CHECK(agents.facts_of(id).now == status::paused);
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.model_was_asked() == 2);
}

TEST_CASE("a secret is not typed in a pause that came while it was looked up", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({use("type", R"({"text": "{{secret:wifi}}"})")}), turn({claim()})}),
         .rules = {.secrets_without_asking = true},
         .secrets = {{"wifi", "correct-horse-battery"}}});
    std::string id;
    agents.instead = [&](const link::command&) { // the session has begun and looks
        agents.before_secrets = [&]() -> boost::asio::awaitable<void> {
            co_await agents.sessions().apply(agents.account_id, id, control::pause);
        };
        return link::result();
    };
    id = agents.begin();
    REQUIRE(agents.until(id, status::paused));
    CHECK_FALSE(agents.until([&] { return !agents.acts().empty(); }, 100ms));
    agents.before_secrets = nullptr;
    agents.instead = nullptr;
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts() == texts{"type"});
}

TEST_CASE("after a pause a secret is typed into no other app", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({use("type", R"({"text": "{{secret:wifi}}"})")}), turn({claim()})}),
         .secrets = {{"wifi", "correct-horse-battery"}},
         .apps_of_secrets = {{"wifi", {"com.apple.Preferences"}}}});
    agents.front_app = "com.apple.Preferences";
    std::string id;
    int reads = 0; // of the secrets, since the session has begun: to judge the act, and to do it
    agents.instead = [&](const link::command&) {
        if (!agents.before_secrets)
            agents.before_secrets = [&]() -> boost::asio::awaitable<void> {
                if (++reads == 2)
                    co_await agents.sessions().apply(agents.account_id, id, control::pause);
            };
        return link::result();
    };
    id = agents.begin();
    REQUIRE(agents.until(id, status::paused));
    agents.front_app = "com.example.bank"; // whose screen looks the same
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts().empty());
    CHECK(agents.model_was_told("may be typed into com.apple.Preferences only"));
}

TEST_CASE("an agent that is stopped in a pause does nothing", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({tap()}, R"("delay_ms": 200)"), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    REQUIRE(agents.apply(id, control::pause));
    REQUIRE(
        agents.until([&] { return !agents.texts_of(id, event_type::tool_use, "name").empty(); }));
    REQUIRE(agents.apply(id, control::stop));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::killed);
    CHECK(agents.acts().empty());
}

} // namespace thimble::service::test
