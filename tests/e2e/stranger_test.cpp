// Two accounts on three nodes of one service: to the one, whatever the other has is not there.
#include "tests/catch2.hpp"
#include "tests/e2e/nodes/shared_service.hpp"
#include "tests/e2e/sessions/script.hpp"
#include "tests/e2e/sessions/session_client.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace thimble::e2e {

using nlohmann::json;

namespace {

using ids_by_parameter = std::map<std::string, std::string>;

/// Parameters of paths that name nothing of an account, and two that a person's consent in a
/// browser would make.
const std::set<std::string> not_owned{"document", "enrolment_id", "file", "grant_id", "request_id"};

constexpr auto nobodys = "6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10"; // an id of nothing

/// One of each thing that an account may have, made at all nodes.
struct possessions {
    ids_by_parameter ids{{"bundle_id", "com.apple.mobilenotes"}, {"name", "night-safe"}};
    std::string tap_key = "tap of the owner"; // of an idempotent request
    std::string mcp_session;
    std::string last_event;
    std::optional<session_client> session;

    explicit possessions(shared_service& on)
    {
        const auto made = [](const http_answer& answer) {
            INFO(answer.body);
            REQUIRE(answer.status < 300);
            return answer.body.empty() ? json() : answer.json();
        };
        ids["phone_id"] = on.system->id_of(on.phone);
        ids["job_id"] = made(on.at(0).get(on.path("/screenshot?async=true"))).at("job_id");
        CHECK(ended_job(on.at(1), ids.at("job_id")).at("status") == "completed");
        made(on.at(1).post(on.path("/tap"), R"({"x": 300, "y": 700})",
                           {{"Idempotency-Key", tap_key}}));
        ids["recording_id"] = made(on.at(2).post(on.path("/recordings"), "{}")).at("id");
        ids["key_id"] = made(on.at(0).post("/v1/keys", R"({"name": "night shift"})")).at("id");
        ids["webhook_id"] =
            made(on.at(1).post("/v1/webhooks",
                               R"({"url": "https://hooks.invalid/", "types": ["phone"]})"))
                .at("id");
        made(on.at(2).send(
            "PUT", "/v1/secrets/night-safe",
            R"({"value": "correct horse battery staple", "apps": ["com.apple.Preferences"]})",
            {{"Content-Type", "application/json"}}));
        ids["desktop_id"] = made(on.at(0).get("/v1/desktops")).at("desktops").front().at("id");
        on.model.play(script_of(
            {.turns = {turn_of("ask_user", {{"question", "Go on?"}}), claim("Nothing to do.")}}));
        session.emplace(on.at(1), on.order("Ask the owner first"));
        REQUIRE(session->until("waiting_for_user", std::chrono::seconds(120)));
        ids["session_id"] = session->id();
        mcp_session = opened(on.at(2)).header("mcp-session-id");
        REQUIRE_FALSE(mcp_session.empty());
        last_event = made(on.at(0).get("/v1/events")).at("last_id");
    }

    static http_answer asked_by_mcp(const http_client& at, const json& what, header_fields more)
    {
        more["Content-Type"] = "application/json";
        more["Accept"] = "application/json, text/event-stream";
        return at.post("/mcp", what.dump(), more);
    }

    static http_answer opened(const http_client& at)
    {
        return asked_by_mcp(at,
                            {{"jsonrpc", "2.0"},
                             {"id", 1},
                             {"method", "initialize"},
                             {"params",
                              {{"protocolVersion", "2025-06-18"},
                               {"capabilities", json::object()},
                               {"clientInfo", {{"name", "tests"}, {"version", "1"}}}}}},
                            {});
    }

    http_answer tools_listed(const http_client& at) const
    {
        return asked_by_mcp(at, {{"jsonrpc", "2.0"}, {"id", 2}, {"method", "tools/list"}},
                            {{"Mcp-Session-Id", mcp_session}});
    }

    /// Those of its ids, and words that it has written, that are in the text.
    std::set<std::string> found_in(const std::string& text) const
    {
        std::set<std::string> out;
        for (const auto& [parameter, id] : ids)
            if (parameter != "bundle_id" && text.contains(id))
                out.insert(parameter);
        for (const auto* const word : {"night shift", "hooks.invalid", "Ask the owner first"})
            if (text.contains(word))
                out.insert(word);
        return out;
    }
};

/// As the contract has it.
struct operation {
    std::string method;
    std::string path;
    std::vector<std::string> parameters = {}; // in the path
    std::string body = {};                    // the contract's example
    header_fields headers = {};

    std::string said() const { return method + " " + path; }

    http_answer ask(const http_client& at, const ids_by_parameter& ids) const
    {
        auto target = path;
        for (const auto& each : parameters)
            target.replace(target.find('{'), each.size() + 2, ids.at(each));
        return at.send(method, target, body, headers);
    }
};

operation operation_of(std::string method, const std::string& path, const json& described)
{
    for (auto& letter : method)
        letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    operation out{.method = std::move(method), .path = path};
    for (auto begin = path.find('{'); begin != std::string::npos; begin = path.find('{', begin + 1))
        out.parameters.push_back(path.substr(begin + 1, path.find('}', begin) - begin - 1));
    for (const auto& each : described.value("parameters", json::array()))
        if (each.value("required", false) && each.at("in") == "query")
            out.path += "?" + each.at("name").get<std::string>() + "=x";
    const auto bodies = json::json_pointer("/requestBody/content");
    if (described.contains(bodies))
        for (const auto& [type, content] : described.at(bodies).items()) {
            out.headers["Content-Type"] = type;
            out.body = content.contains("example") ? content.at("example").dump() : "x";
        }
    return out;
}

/// All of the contract that asks for something of an account.
std::vector<operation> operations(const http_client& at)
{
    const auto contract = at.get("/openapi.json").json();
    std::vector<operation> out;
    for (const auto& [path, methods] : contract.at("paths").items())
        for (const auto& [method, described] : methods.items())
            if (method != "parameters")
                out.push_back(operation_of(method, path, described));
    return out;
}

bool names_something(const operation& what)
{
    if (what.parameters.empty() || what.said() == "PUT /v1/secrets/{name}") // makes its own
        return false;
    return std::ranges::none_of(what.parameters,
                                [](const auto& each) { return not_owned.contains(each); });
}

} // namespace

TEST_CASE("whatever another account has is not there, at any node", "[e2e][nodes]")
{
    shared_service on;
    const possessions owned(on);
    const auto key = on.system->nodes().at(1).key_of("stranger");
    const auto mark = on.phone.next_event();
    const auto all = operations(on.at(0));
    std::size_t asked = 0;
    for (std::size_t node = 0; node < on.count(); ++node) {
        const auto stranger = on.at(node, key);
        for (const auto& each : all) {
            if (!names_something(each))
                continue;
            INFO(each.said() << " at node " << node);
            auto nothing = owned.ids;
            for (auto& [parameter, id] : nothing)
                if (parameter.ends_with("_id") && parameter != "bundle_id")
                    id = nobodys;
            nothing["name"] = "no-such-secret";
            const auto foreign = each.ask(stranger, owned.ids);
            const auto missing = each.ask(stranger, nothing);
            INFO(foreign.body);
            CHECK(foreign.status == 404);
            CHECK(missing.status == 404);
            CHECK(foreign.json().value("error", "") == missing.json().value("error", "none"));
            CHECK(foreign.json().value("message", "") == missing.json().value("message", "none"));
            ++asked;
        }
        const auto repeated = stranger.post(on.path("/tap"), R"({"x": 300, "y": 700})",
                                            {{"Idempotency-Key", owned.tap_key}});
        CHECK(repeated.status == 404);
        CHECK(owned.tools_listed(stranger).status == 404);
    }
    CHECK(asked > 3 * 70);

    // Nothing of it has had an effect.
    CHECK(on.phone.fingers_down(mark).empty());
    const auto mine = on.at(2);
    CHECK(owned.session->status() == "waiting_for_user");
    CHECK(mine.get("/v1/jobs/" + owned.ids.at("job_id") + "/download").status == 200);
    CHECK(mine.get(on.path("/recordings/" + owned.ids.at("recording_id"))).json().at("status") ==
          "recording");
    CHECK(owned.found_in(mine.get("/v1/keys").body).contains("key_id"));
    CHECK(owned.found_in(mine.get("/v1/webhooks").body).contains("webhook_id"));
    CHECK(owned.found_in(mine.get("/v1/desktops").body).contains("desktop_id"));
    CHECK(owned.found_in(mine.get("/v1/secrets").body).contains("name"));
    CHECK(owned.tools_listed(mine).status == 200);
}

TEST_CASE("no list has anything of another account, at any node", "[e2e][nodes]")
{
    shared_service on;
    const possessions owned(on);
    const auto key = on.system->nodes().at(2).key_of("stranger");
    std::set<std::string> told; // to the owner, of what it has
    for (std::size_t node = 0; node < on.count(); ++node) {
        for (const auto& each : operations(on.at(0))) {
            if (each.method != "GET" || !each.parameters.empty())
                continue;
            INFO(each.said() << " at node " << node);
            const auto foreign = each.ask(on.at(node, key), {});
            CHECK(foreign.status != 401);
            CHECK(owned.found_in(foreign.body) == std::set<std::string>{});
            told.merge(owned.found_in(each.ask(on.at(node), {}).body));
        }
        const auto since = on.at(node, key).get("/v1/events?since=" + owned.last_event);
        CHECK(owned.found_in(since.body) == std::set<std::string>{});
    }
    for (const auto& [parameter, id] : owned.ids)
        if (parameter != "bundle_id" && parameter != "recording_id") // those are a phone's
            CHECK(told.contains(parameter));
}

} // namespace thimble::e2e
