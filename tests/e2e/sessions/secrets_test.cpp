// A secret that an agent types is on the phone, and nowhere else.
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/sessions/agent_phone.hpp"

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto secret = "planted-Lantern-4417-x9Qk";

void check_without(const std::string& where, const std::string& text)
{
    INFO("in " << where);
    CHECK_FALSE(text.contains(secret));
}

void check_files(const std::filesystem::path& folder)
{
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            check_without(entry.path().string(), content_of(entry.path()));
}

} // namespace

TEST_CASE("a secret is typed and seen in no event, log, file or picture's metadata",
          "[e2e][sessions][linked]")
{
    agent_phone on({.spoken = GENERATE(wire::anthropic, wire::openai),
                    .more = {{"THIMBLE_LOG_LEVEL", "trace"}}});
    const auto& api = on.system().api();
    const json bound{{"value", secret}, {"apps", {app::notes}}};
    const auto stored = api.send("PUT", "/v1/secrets/garden-gate", bound.dump(), {});
    INFO(stored.body);
    REQUIRE(stored.status < 300);
    auto task = on.rehearse();
    task.open("Notes").tap("Note", "TextView");
    task.note("type", {{"text", "gate {{secret:garden-gate}}"}});
    task.note("elements", json::object());
    const auto session = on.run({.turns = task.to_the_end("Typed.")}, "Note the gate's code");
    INFO(session.told());
    CHECK(session.status() == "completed");
    CHECK(on.state_of(app::notes).at("text") == std::string("gate ") + secret);

    check_without("the record and its events", session.told());
    for (const auto& each : on.model().requests())
        check_without("what the model was told", each.dump());
    CHECK(on.model().requests().back().dump().contains("{{secret:garden-gate}}") ==
          false); // the second look is told of the task and the claim alone
    CHECK(session.told().contains("{{secret:garden-gate}}"));
    check_without("the names of secrets", api.get("/v1/secrets").body);
    check_without("the jobs", api.get("/v1/jobs").body);
    check_without("metrics", on.system().stranger().get("/metrics").body);
    check_without("a picture", api.get(on.system().path(on.phone(), "/screenshot")).body);
    check_without("the log", on.system().process().errors() + on.system().service().errors());
    check_files(on.home().state.path());
    check_files(on.home().service_state->path());
}

TEST_CASE("a secret is typed into no other app than its own, and asked for in none",
          "[e2e][sessions]")
{
    agent_phone on;
    const auto& api = on.system().api();
    const json bound{{"value", secret}, {"apps", {"com.example.bank"}}};
    REQUIRE(api.send("PUT", "/v1/secrets/garden-gate", bound.dump(), {}).status < 300);
    auto task = on.rehearse();
    task.open("Notes").tap("Note", "TextView");
    task.note("type", {{"text", "gate {{secret:garden-gate}}"}});
    const auto session = on.run({.turns = task.to_the_end("Typed.")}, "Note the gate's code");
    INFO(session.told());
    check_without("the phone", on.state_of(app::notes).dump());
    CHECK(session.told().contains("may be typed into com.example.bank only"));
}

} // namespace thimble::e2e
