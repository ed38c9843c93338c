// A pause that comes while a step is being made ready.
#include "tests/service/runs/agents_at_work.hpp"

namespace thimble::service::test {

using sessions::control;
using sessions::status;
using namespace std::chrono_literals;
using texts = std::vector<std::string>;

namespace {

/// What comes after the phone's first picture waits.
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

TEST_CASE("an act that has not begun is not begun in a pause", "[runs]")
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
    CHECK(agents.acts().empty());
    CHECK(agents.model_was_told("This was not carried out."));
}

TEST_CASE("nobody is asked for a second look in a pause", "[runs]")
{
    agents_at_work agents({.script = script({turn({claim()}), turn({claim()})})});
    hold_after_first_picture(agents);
    const auto id = agents.begin();
    pause_before_step(agents, id);
    CHECK_FALSE(agents.until([&] { return agents.model_was_asked() > 1; }, 100ms));
    CHECK(agents.facts_of(id).now == status::paused);
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.model_was_asked() == 3);
}

TEST_CASE("a secret is not typed in a pause that came while it was looked up", "[runs]")
{
    agents_at_work agents(
        {.script = script({turn({use("type", R"({"text": "{{secret:wifi}}"})")}), turn({claim()})}),
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
    REQUIRE(agents.apply(id, control::resume));
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).now == status::completed);
    CHECK(agents.acts().empty());
}

} // namespace thimble::service::test
