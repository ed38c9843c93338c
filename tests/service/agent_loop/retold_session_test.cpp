// History that a model is told of a session with which its agent goes on.
#include "service/agent_loop/retold_session.hpp"
#include "tests/catch2.hpp"

namespace thimble::service {

namespace {

using nlohmann::json;
using sessions::event_type;

/// Events of a session, one after the other.
struct told_events {
    told_events& add(event_type type, std::uint64_t turn, json data)
    {
        data["turn"] = turn;
        all.push_back(
            {.index = all.size(), .type = type, .at = sessions::moment(), .data = std::move(data)});
        return *this;
    }

    told_events& use(std::uint64_t turn, const std::string& id, const std::string& name = "tap")
    {
        return add(event_type::tool_use, turn,
                   {{"id", id}, {"name", name}, {"arguments", {{"x", 1}}}});
    }

    told_events& result(std::uint64_t turn, const std::string& id, const std::string& job_id)
    {
        return add(event_type::tool_result, turn,
                   {{"id", id}, {"failed", false}, {"text", "Done."}, {"job_id", job_id}});
    }

    std::vector<sessions::event> all;
};

std::string texts_of(const agent::history& what)
{
    std::string out;
    for (const auto& message : what.messages())
        for (const auto& part : message.parts) {
            out += message.from == models::speaker::user ? "user:" : "model:";
            if (const auto* text = std::get_if<std::string>(&part))
                out += *text;
            else if (const auto* use = std::get_if<models::tool_use>(&part))
                out += use->name + use->arguments;
            else if (const auto* result = std::get_if<models::tool_result>(&part))
                out += result->id + "=" + result->text;
            out += '\n';
        }
    return out;
}

} // namespace

TEST_CASE("turns of a session are retold in order", "[agent_loop]")
{
    told_events on;
    on.add(event_type::screenshot, 1, {{"job_id", "look-1"}})
        .add(event_type::text, 1, {{"text", "I tap."}})
        .use(1, "a")
        .result(1, "a", "job-1")
        .add(event_type::message, 1, {{"text", "Hurry."}})
        .add(event_type::screenshot, 2, {{"job_id", "look-2"}});
    const auto out = retell("Set an alarm", on.all);
    CHECK(texts_of(out.told) == "user:Set an alarm\n"
                                "user:[An older picture of the screen, no longer kept.]\n"
                                "model:I tap.\n"
                                "model:tap{\"x\":1}\n"
                                "user:a=Done.\n"
                                "user:The user says: Hurry.\n");
    CHECK_FALSE(out.open_use);
    CHECK(out.told_jobs.contains("job-1"));
    CHECK(out.told_jobs.contains("look-2"));
}

TEST_CASE("the last use without a result stays open", "[agent_loop]")
{
    told_events on;
    on.add(event_type::screenshot, 1, {}).use(1, "a").result(1, "a", "job-1").use(1, "b");
    on.add(event_type::message, 1, {{"text", "Wait."}});
    const auto out = retell("Set an alarm", on.all);
    REQUIRE(out.open_use);
    CHECK(out.open_use->id == "b");
    CHECK(out.told.open_uses().size() == 1);
    CHECK(out.unheard == std::vector<std::string>{"Wait."});
}

TEST_CASE("what the user says to a question is its answer", "[agent_loop]")
{
    told_events on;
    on.use(1, "a", "ask_user").add(event_type::message, 1, {{"text", "The first."}});
    const auto out = retell("Set an alarm", on.all);
    REQUIRE(out.open_use);
    CHECK(asks_user(*out.open_use));
    CHECK(out.answers == std::vector<std::string>{"The first."});
    CHECK(out.unheard.empty());
}

TEST_CASE("events that make no sense are passed over", "[agent_loop]")
{
    told_events on;
    on.add(event_type::tool_use, 1, {{"cut", "… (70000 bytes)"}})
        .result(1, "never used", "job-1")
        .add(event_type::verdict, 2, {{"reached", false}})
        .add(event_type::tool_use, 2, {{"id", "a"}, {"name", "tap"}, {"arguments", "not JSON"}});
    const auto out = retell("Set an alarm", on.all);
    REQUIRE(out.open_use);
    CHECK(out.open_use->arguments == "{}");
    CHECK(out.refused_claims == 1);
}

} // namespace thimble::service
