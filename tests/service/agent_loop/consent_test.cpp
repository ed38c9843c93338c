// Consent: which secret, app and screen it is for, and for how long.
#include "tests/service/agent_loop/agents_at_work.hpp"

namespace thimble::service::test {

using sessions::event_type;
using sessions::status;
using texts = std::vector<std::string>;

namespace {

const std::string wifi = use("type", R"({"text": "{{secret:wifi}}"})");
const std::map<std::string, std::string> secrets_of_test{{"wifi", "correct-horse-battery"}};

/// An agent that does this, and then says that it is done.
agents_wish consent_wish(const std::vector<std::string>& turns, agent::permissions rules = {})
{
    auto all = turns;
    all.push_back(turn({claim()}));
    return {.script = script(all), .rules = std::move(rules), .secrets = secrets_of_test};
}

} // namespace

TEST_CASE("what was agreed to on one screen is not done on another", "[runs]")
{
    const auto [wanted, name] = GENERATE(table<std::string, std::string>(
        {{tap(), "tap"}, {use("type", R"({"text": "a"})"), "type"}}));
    const bool changes = GENERATE(false, true);
    agents_at_work agents(consent_wish({turn({wanted})}, {.confirmed_tools = {name}}));
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::waiting_for_user));
    if (changes)
        agents.turn_page();
    REQUIRE(agents.tell(id, "Yes"));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts() == (changes ? texts{} : texts{name}));
    CHECK(agents.model_was_told("the screen has changed") == changes);
    CHECK(agents.facts_of(id).now == status::completed);
}

TEST_CASE("what was agreed to in one app is not typed into another", "[runs]")
{
    const bool changes = GENERATE(false, true);
    agents_at_work agents(consent_wish({turn({wifi})}));
    agents.front_app = "com.apple.mobilenotes";
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::waiting_for_user));
    CHECK(agents.facts_of(id).waiting_for ==
          "May I type the secret wifi into the app com.apple.mobilenotes?");
    if (changes)
        agents.front_app = "com.apple.MobileSMS"; // whose screen looks the same
    REQUIRE(agents.tell(id, "Yes"));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts() == (changes ? texts{} : texts{"type"}));
    CHECK(agents.model_was_told("another app has come to the front") == changes);
    CHECK(agents.facts_of(id).now == status::completed);
}

TEST_CASE("a touch that was agreed to in one app is not made in another", "[runs]")
{
    agents_at_work agents(consent_wish({turn({tap()})}, {.confirmed_tools = {"tap"}}));
    agents.front_app = "com.apple.mobilenotes";
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::waiting_for_user));
    CHECK(agents.facts_of(id).waiting_for ==
          "May I use the tool tap now, in the app com.apple.mobilenotes?");
    agents.front_app = "com.apple.MobileSMS";
    REQUIRE(agents.tell(id, "Yes"));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts().empty());
}

TEST_CASE("a secret that follows a touch of the same turn is asked for on its screen", "[runs]")
{
    agents_at_work agents(consent_wish({turn({tap(), wifi})}));
    agents.front_app = "com.apple.mobilenotes";
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::waiting_for_user));
    REQUIRE(agents.tell(id, "Yes"));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts() == texts{"tap", "type"});
}

TEST_CASE("a secret is asked for once for each app of a session", "[runs]")
{
    agents_at_work agents(consent_wish({turn({wifi}), turn({wifi}), turn({wifi})}));
    agents.front_app = "com.apple.mobilenotes";
    agents.instead = [&](const link::command& what) { // the second typing leads to another app
        if (std::holds_alternative<link::type>(what.what) && agents.acts().size() == 2)
            agents.front_app = "com.apple.MobileSMS";
        return link::result();
    };
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::waiting_for_user));
    REQUIRE(agents.tell(id, "Yes"));
    REQUIRE(agents.until([&] { return agents.acts().size() == 2; }));
    REQUIRE(agents.until(id, status::waiting_for_user));
    CHECK(agents.facts_of(id).waiting_for ==
          "May I type the secret wifi into the app com.apple.MobileSMS?");
    REQUIRE(agents.tell(id, "No"));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts() == texts{"type", "type"});
}

TEST_CASE("a secret is typed into the apps that it is bound to, and nowhere else", "[runs]")
{
    const auto [front, typed] = GENERATE(table<std::string, texts>(
        {{"com.example.bank", {"type"}}, {"com.apple.MobileSMS", {}}, {"", {}}}));
    auto wish = consent_wish({turn({wifi})});
    wish.apps_of_secrets = {{"wifi", {"com.example.bank"}}};
    agents_at_work agents(std::move(wish));
    agents.front_app = front;
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id)); // nobody is asked
    CHECK(agents.acts() == typed);
    CHECK(agents.model_was_told("may be typed into com.example.bank only") == typed.empty());
    CHECK(agents.facts_of(id).now == status::completed);
}

TEST_CASE("a consent is no leave for an app that is denied", "[runs]")
{
    agents_at_work agents(
        consent_wish({turn({wifi})}, {.denied_apps = {"com.example.*"}, .confirm_secrets = true}));
    agents.front_app = "com.apple.Maps";
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::waiting_for_user));
    agents.front_app = "com.example.bank";
    REQUIRE(agents.tell(id, "Yes"));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.acts().empty());
    CHECK(agents.facts_of(id).now == status::completed);
}

} // namespace thimble::service::test
