// Acts that are not done, because rules, the user or the screen are against them: what follows.
#include "tests/service/agent_loop/agents_at_work.hpp"

namespace thimble::service::test {

using sessions::status;
using texts = std::vector<std::string>;

namespace {

const std::string not_begun = "This was not carried out.";
const std::string typing = R"({"name": "type", "arguments": {"text": "1234"}})";
const agent::permissions no_bank{.denied_apps = {"com.example.*"}};

std::string opening_bank()
{
    return use("open_app", R"({"app_name": "com.example.bank"})");
}

/// Sets the phone's answer to the question for the app in front.
void answer_front_app(agents_at_work& in,
                      const std::function<link::result(const link::command&)>& how)
{
    in.instead = [how](const link::command& what) {
        return std::holds_alternative<link::front_app>(what.what) ? how(what) : link::result();
    };
}

void put_in_front(agents_at_work& in, const std::string& app)
{
    answer_front_app(in, [app](const link::command& what) {
        auto out = success(what);
        out.value = {{"bundle_id", app}};
        return out;
    });
}

} // namespace

TEST_CASE("after an act that is refused nothing more of its turn is done", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({opening_bank(), typing}), turn({claim()})}), .rules = no_bank});
    put_in_front(agents, "com.apple.Maps");
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts().empty());
    CHECK(agents.model_was_told(not_begun));
}

TEST_CASE("after a no, and on another screen, nothing more of a turn is done", "[runs]")
{
    const auto [answer, changes] =
        GENERATE(table<std::string, bool>({{"No", false}, {"Yes", true}}));
    agents_at_work agents({.script = script({turn({tap(), typing}), turn({claim()})}),
                           .rules = {.confirmed_tools = {"tap"}}});
    const auto id = agents.begin();
    REQUIRE(agents.until(id, status::waiting_for_user));
    if (changes)
        agents.turn_page();
    REQUIRE(agents.tell(id, answer));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts().empty());
    CHECK(agents.model_was_told(not_begun));
}

TEST_CASE("an agent that wants what is refused again and again is stuck", "[runs]")
{
    agents_at_work agents({.script = script({turn({tap()})}, {"NO: x"}, true), .rules = no_bank});
    put_in_front(agents, "com.example.bank");
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error->starts_with("STUCK: "));
    CHECK(agents.model_was_asked() == 4);
    CHECK(agents.model_was_told("com.example.bank is not allowed"));
    CHECK(agents.model_was_told("Try another way"));
    CHECK(agents.acts().empty());
}

TEST_CASE("where the front app is not known it can only be left", "[runs]")
{
    agents_at_work agents({.script = script({turn({tap()}), turn({use("home")}), turn({claim()})}),
                           .rules = no_bank});
    const bool fails = GENERATE(true, false);
    answer_front_app(agents, [fails](const link::command& what) {
        return fails ? failure(what, "ACTION_FAILED", link::outcome::not_sent) : success(what);
    });
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts() == texts{"home"});
    CHECK(agents.model_was_told("It is not known which app is in front. Nothing was done."));
}

} // namespace thimble::service::test
