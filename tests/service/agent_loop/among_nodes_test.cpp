// Sessions of a node among others: what is told of one that another has, and a lease that is away.
#include "service/sessions/session_rows.hpp"
#include "tests/service/agent_loop/agents_at_work.hpp"

namespace thimble::service::test {

using sessions::status;
using namespace std::chrono_literals;

namespace {

constexpr auto this_node = "8a0a3d32-7a0d-4d75-9a34-5b3f3a1f0c01";
constexpr auto other_node = "8a0a3d32-7a0d-4d75-9a34-5b3f3a1f0c02";

} // namespace

TEST_CASE("what becomes of a session is told once it is written down", "[runs][store]")
{
    agents_at_work agents(
        {.script = short_task(), .granted = short_limits(), .node = std::string(this_node)});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    REQUIRE(agents.until([&] { return agents.told.back() == status::completed; }));
    CHECK(agents.told == std::vector<status>{status::creating, status::running, status::completed});
}

TEST_CASE("nothing is told of a session that another node has by now", "[runs][store]")
{
    agents_at_work agents(
        {.script = short_task(), .granted = short_limits(), .node = std::string(this_node)});
    agents.desktop->hold(); // it looks at its phone for as long as that takes
    const auto id = agents.begin();
    REQUIRE(agents.until([&] { return agents.told.back() == status::running; }));
    const auto taken = agents.wait_for(agents.store().write([id](store::transaction& on) {
        return sessions::hand_session_over(on, id, this_node, other_node) ? 1 : 0;
    }));
    REQUIRE(taken.value_or(0) == 1);
    (void)agents.apply(id, sessions::control::stop); // as its time would end it
    REQUIRE(agents.until([&] { return agents.sessions().live_sessions() == 0; }));
    CHECK(agents.told.back() == status::running);
    agents.desktop->release();
}

TEST_CASE("a session may follow one that has ended elsewhere before its node says so",
          "[runs][store]")
{
    std::optional<std::string> said; // by the other node
    agents_at_work agents({.script = short_task(),
                           .granted = short_limits(),
                           .node = std::string(this_node),
                           .elsewhere = {.active = [&said](const std::string&) { return said; }}});
    const auto ended = agents.begin();
    REQUIRE(agents.until_ended(ended));
    said = ended;
    CHECK(agents.try_to_begin({.instruction = "Set another alarm"}));
    said = other_node; // no session of that id has ended
    const auto refused = agents.try_to_begin({.instruction = "Set a third one"});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "TASK_ALREADY_RUNNING");
    CHECK(refused.error().context.at("session_id") == other_node);
}

TEST_CASE("a look waits for the lease, which is no absence of the phone", "[runs]")
{
    auto granted = short_limits();
    granted.runs.phone_absence = 0ms;
    int asked = 0;
    agents_at_work agents({.script = short_task(),
                           .granted = granted,
                           .node = std::string(this_node),
                           // It is lost between the beginning of a turn and the look.
                           .has_lease = [&asked] { return ++asked == 1 || asked > 20; }});
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(asked > 20);
    CHECK(agents.facts_of(id).now == status::completed);
}

} // namespace thimble::service::test
