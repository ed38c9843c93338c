// Bounds of an agent, whatever its model wants.
#include "tests/service/agent_loop/agents_at_work.hpp"

namespace thimble::service::test {

using sessions::event_type;
using sessions::status;
using namespace std::chrono_literals;
using texts = std::vector<std::string>;

namespace {

std::string tapping_for_ever()
{
    return script({turn({tap()})}, {"NO: x"}, true);
}

std::string open_app(const std::string& name)
{
    return use("open_app", R"({"app_name": ")" + name + R"("})");
}

app_list one_app()
{
    return {.apps = {{.name = "Bank", .bundle_id = "com.example.bank", .version = "1"}},
            .updated_at = {}};
}

} // namespace

TEST_CASE("an agent that repeats itself is told once, then it is stuck", "[runs]")
{
    agents_at_work agents({.script = tapping_for_ever()});
    agents.acts_change_screen = false;
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error->starts_with("STUCK: "));
    CHECK(agents.acts() == texts{"tap", "tap"});
    CHECK(agents.model_was_told("Try another way"));
}

TEST_CASE("an agent that gets somewhere may do the same again", "[runs]")
{
    agents_at_work agents({.script = script({turn({tap()}), turn({tap()}), turn({tap()}),
                                             turn({tap()}), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts().size() == 4);
}

TEST_CASE("after a wait an act is compared with the screen of then", "[runs]")
{
    const auto pause = use("wait", R"({"duration_ms": 20})");
    agents_at_work agents(
        {.script = script({turn({tap(), pause, tap(), pause, tap()}), turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts() == texts{"tap", "tap", "tap"});
    CHECK_FALSE(agents.model_was_told("Try another way"));
}

TEST_CASE("a wait before each act hides no repetition", "[runs]")
{
    agents_at_work agents({.script = script({turn({use("wait", R"({"duration_ms": 20})"), tap()})},
                                            {"NO: x"}, true)});
    agents.acts_change_screen = false;
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error->starts_with("STUCK: "));
    CHECK(agents.acts() == texts{"tap", "tap"});
}

TEST_CASE("no more turns are taken than were granted", "[runs]")
{
    agents_at_work agents({.script = tapping_for_ever()});
    const auto made = agents.try_to_begin({.instruction = "Tap", .max_turns = 3});
    REQUIRE(agents.until_ended(made->id));
    CHECK(agents.facts_of(made->id).error ==
          "BUDGET_EXCEEDED: The task was not done within 3 turns.");
    CHECK(agents.model_was_asked() == 3);
    CHECK(agents.facts_of(made->id).turns == 3);
}

TEST_CASE("no more money is spent than was granted, and each cent is known", "[runs]")
{
    agents_at_work agents(
        {.script = tapping_for_ever(), .prices = models::parse_prices("m-1=100/500").value()});
    const auto made = agents.try_to_begin({.instruction = "Tap", .max_cost = 35'000});
    REQUIRE(agents.until_ended(made->id));
    const auto known = agents.facts_of(made->id);
    CHECK(known.error->starts_with("BUDGET_EXCEEDED: "));
    CHECK(known.cost() == 40'000); // two replies of 100 and 20 tokens
    CHECK(agents.model_was_asked() == 2);
}

TEST_CASE("what a prompt has cost until it is called off is on the bill", "[runs]")
{
    const auto [how, left] = GENERATE(table<sessions::control, status>(
        {{sessions::control::stop, status::killed},
         {sessions::control::interrupt, status::waiting_for_user}}));
    agents_at_work agents({.script = script({turn({tap()}, R"("stall_after": 1)")}),
                           .prices = models::parse_prices("m-1=100/500").value()});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.facts_of(id).cost() > 0; }));
    const auto told = agents.facts_of(id).cost();
    CHECK(told >= 10'000); // 100 tokens in; more of those out are told later
    REQUIRE(agents.apply(id, how));
    REQUIRE(agents.until(id, left));
    CHECK(agents.facts_of(id).cost() == told);
    CHECK(agents.acts().empty());
}

TEST_CASE("a limit of money that cannot be kept ends with the first turn", "[runs]")
{
    agents_at_work agents({.script = tapping_for_ever()});
    const auto made = agents.try_to_begin({.instruction = "Tap", .max_cost = 35'000});
    REQUIRE(agents.until_ended(made->id));
    CHECK(agents.facts_of(made->id).error->starts_with("BUDGET_EXCEEDED: "));
    CHECK(agents.model_was_asked() == 1);
}

TEST_CASE("an app that is denied is not opened", "[runs]")
{
    agents_at_work agents({.script = script({turn({open_app("Bank")}), turn({claim()})}),
                           .rules = {.denied_apps = {"com.example.*"}}});
    agents.phone()->apps = one_app();
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts().empty());
    CHECK(agents.model_was_told("com.example.bank is not allowed"));
}

TEST_CASE("nothing is touched in an app that is denied", "[runs]")
{
    agents_at_work agents({.script = script({turn({tap()}), turn({claim()})}),
                           .rules = {.denied_apps = {"com.example.*"}}});
    agents.instead = [](const link::command& what) {
        auto out =
            std::holds_alternative<link::front_app>(what.what) ? success(what) : link::result();
        out.value = {{"bundle_id", "com.example.bank"}};
        return out;
    };
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts().empty());
    CHECK(agents.facts_of(id).now == status::completed);
}

TEST_CASE("an act that needs consent waits for it, and a no is a no", "[runs]")
{
    const auto [answer, opened] = GENERATE(table<std::string, texts>(
        {{"Yes.", texts{"open-app"}}, {"Yes, but only to look.", texts{}}, {"no", texts{}}}));
    agents_at_work agents({.script = script({turn({open_app("Bank")}), turn({claim()})}),
                           .rules = {.confirmed_apps = {"com.example.bank"}}});
    agents.phone()->apps = one_app();
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::waiting_for_user));
    CHECK(agents.facts_of(id).waiting_for == "May I use the app com.example.bank?");
    CHECK(agents.acts().empty());
    REQUIRE(agents.tell(id, answer));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts() == opened);
    CHECK(agents.facts_of(id).now == status::completed);
}

TEST_CASE("what was said before the question is no consent", "[runs]")
{
    agents_at_work agents({.script = script({turn({tap()}, R"("delay_ms": 200)"), turn({claim()})}),
                           .rules = {.confirmed_tools = {"tap"}}});
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.model_was_asked() == 1; }));
    REQUIRE(agents.tell(id, "Yes"));
    REQUIRE(agents.until(id, status::waiting_for_user));
    REQUIRE(agents.tell(id, "No"));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts().empty());
    CHECK(agents.model_was_told("The user says: Yes"));
}

TEST_CASE("a secret is typed, and seen nowhere else", "[runs]")
{
    const std::string value = "correct-horse-battery";
    agents_at_work agents(
        {.script = script({turn({use("type", R"({"text": "{{secret:wifi}}\n"})")}),
                           turn({use("elements")}), turn({claim()})}),
         .rules = {.secrets_without_asking = true},
         .secrets = {{"wifi", value}}});
    agents.instead = [&](const link::command& what) { // the phone shows what was typed
        auto out =
            std::holds_alternative<link::elements>(what.what) ? success(what) : link::result();
        out.value = {{"elements", {{{"label", value}, {"type", "text"}}}}};
        return out;
    };
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    const auto& all = agents.desktop->seen.received;
    const auto typed = std::ranges::find_if(all, [](const link::command& each) {
        return std::holds_alternative<link::type>(each.what);
    });
    REQUIRE(typed != all.end());
    CHECK(std::get<link::type>(typed->what).text == value + "\n");
    CHECK(agents.model_was_told("{{secret:wifi}}"));
    CHECK_FALSE(agents.model_was_told(value));
    for (const auto& each : agents.events_of(id))
        CHECK(each.data.dump().find(value) == std::string::npos);
}

TEST_CASE("a secret that does not exist is not typed", "[runs]")
{
    agents_at_work agents({.script = script({turn({use("type", R"({"text": "{{secret:wifi}}"})")}),
                                             turn({claim()})})});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts().empty());
    CHECK(agents.facts_of(id).now == status::completed);
}

TEST_CASE("secrets that cannot be read are not called unknown", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({use("type", R"({"text": "{{secret:wifi}}"})")}), turn({claim()})}),
         .secrets = {{"wifi", "correct-horse-battery"}}});
    agents.instead = [&](const link::command&) { // the session has begun and looks
        agents.secrets_unread = {.code = "INTERNAL_ERROR", .message = "The store sleeps."};
        return link::result();
    };
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts().empty());
    CHECK(agents.model_was_told("The store sleeps. Nothing was typed."));
}

TEST_CASE("a session whose secrets cannot be read shows nothing of the phone", "[runs]")
{
    agents_at_work agents({.script = short_task()});
    agents.secrets_unread = {.code = "INTERNAL_ERROR", .message = "The store sleeps."};
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error == "INTERNAL_ERROR: The store sleeps.");
    CHECK(agents.model_was_asked() == 0);
    CHECK(agents.desktop->seen.received.empty());
}

} // namespace thimble::service::test
