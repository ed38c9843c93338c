// Each operation with each scope: open to those that the table says, and to no other.
#include "tests/catch2.hpp"
#include "tests/service/document/walked_service.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace thimble::service::test {

using nlohmann::json;

namespace {

using scope_words = std::set<std::string>;

constexpr std::array<const char*, 4> each_scope{"read", "act", "sessions", "admin"};

const scope_words every_scope{"read", "act", "sessions", "admin"};

/// By the path that clients are told; where methods differ, with the method before it. A path that
/// is not here is an action on a phone: `act`.
const std::map<std::string, scope_words> scopes_of_operations{
    {"GET /v1/phones", {"read", "act", "sessions"}},
    {"DELETE /v1/phones/{phone_id}", {"admin"}},
    {"GET /v1/phones/{phone_id}/info", {"read"}},
    {"GET /v1/phones/{phone_id}/status", {"read"}},
    {"GET /v1/phones/{phone_id}/settings", {"read"}},
    {"PATCH /v1/phones/{phone_id}/settings", {"act"}},
    {"GET /v1/phones/{phone_id}/setup", {"read"}},
    {"GET /v1/phones/{phone_id}/screenshot", {"read"}},
    {"GET /v1/phones/{phone_id}/stream", {"read"}},
    {"GET /v1/phones/{phone_id}/recordings", {"read", "act"}},
    {"GET /v1/phones/{phone_id}/recordings/{recording_id}", {"read", "act"}},
    {"GET /v1/phones/{phone_id}/recordings/{recording_id}/content", {"read"}},
    {"GET /v1/phones/{phone_id}/elements", {"read"}},
    {"GET /v1/phones/{phone_id}/find", {"read"}},
    {"POST /v1/phones/{phone_id}/wait", {"read"}},
    {"GET /v1/phones/{phone_id}/apps", {"read"}},
    {"POST /v1/phones/{phone_id}/apps", {"admin"}},
    {"POST /v1/phones/{phone_id}/apps/refresh", {"read"}},
    {"GET /v1/phones/{phone_id}/shortcuts", {"read"}},
    {"PUT /v1/phones/{phone_id}/shortcuts", {"act"}},
    {"GET /v1/phones/{phone_id}/labels", {"read"}},
    {"PUT /v1/phones/{phone_id}/labels", {"act"}},
    {"GET /v1/phones/{phone_id}/lease", {"read"}},
    {"POST /v1/phones/{phone_id}/lease", {"act"}},
    {"DELETE /v1/phones/{phone_id}/lease", {"act"}},
    {"GET /v1/waiting", {"read", "act", "sessions"}},
    {"GET /v1/audit", {"admin"}},
    {"GET /v1/audit/export", {"admin"}},
    {"GET /v1/jobs", {"read"}},
    {"GET /v1/jobs/{job_id}", {"read", "act"}},
    {"GET /v1/jobs/{job_id}/download", {"read"}},
    {"POST /v1/sessions", {"sessions"}},
    {"GET /v1/sessions", {"read", "sessions"}},
    {"GET /v1/sessions/{session_id}", {"read", "sessions"}},
    {"GET /v1/sessions/{session_id}/events", {"read", "sessions"}},
    {"GET /v1/sessions/{session_id}/pictures/{job_id}", {"read"}},
    {"POST /v1/sessions/{session_id}/messages", {"sessions"}},
    {"POST /v1/sessions/{session_id}/pause", {"sessions"}},
    {"POST /v1/sessions/{session_id}/resume", {"sessions"}},
    {"POST /v1/sessions/{session_id}/interrupt", {"sessions"}},
    {"POST /v1/sessions/{session_id}/stop", {"sessions"}},
    {"GET /v1/events", {"read"}},
    {"GET /v1/usage", {"read"}},
    {"GET /v1/status", {"read"}},
    {"GET /v1/webhooks", {"admin"}},
    {"POST /v1/webhooks", {"admin"}},
    {"DELETE /v1/webhooks/{webhook_id}", {"admin"}},
    {"GET /v1/webhooks/{webhook_id}/log", {"admin"}},
    {"GET /v1/keys", {"admin"}},
    {"POST /v1/keys", {"admin"}},
    {"DELETE /v1/keys/{key_id}", {"admin"}},
    {"GET /v1/authorizations/{request_id}", {"admin"}},
    {"POST /v1/authorizations/{request_id}", {"admin"}},
    {"GET /v1/grants", {"admin"}},
    {"DELETE /v1/grants/{grant_id}", {"admin"}},
    {"GET /v1/secrets", {"admin"}},
    {"PUT /v1/secrets/{name}", {"admin"}},
    {"DELETE /v1/secrets/{name}", {"admin"}},
    {"GET /v1/desktops", {"admin"}},
    {"POST /v1/desktops/approve", {"admin"}},
    {"DELETE /v1/desktops/{desktop_id}", {"admin"}},
    {"GET /v1/me", every_scope},
    {"POST /v1/sign-out", every_scope},
};

/// With the phone's id, as the table has it.
std::string told_path(const operation& of)
{
    for (const auto& [where, scopes] : scopes_of_operations) {
        const auto path = where.substr(where.find(' ') + 1);
        if (path == of.path)
            return path;
    }
    constexpr std::string_view short_form = "/v1/";
    return "/v1/phones/{phone_id}/" + of.path.substr(short_form.size());
}

bool is_open(const operation& of)
{
    return !of.needs_key();
}

scope_words scopes_for(const operation& of)
{
    if (is_open(of))
        return every_scope;
    const auto found = scopes_of_operations.find(of.method + " " + told_path(of));
    if (found != scopes_of_operations.end())
        return found->second;
    if (of.path == "/v1/sessions/{session_id}/message")
        return {"sessions"};
    return {"act"};
}

std::string key_with(walked_service& on, const std::string& scope)
{
    const auto made = on.ask({.says = "a key",
                              .method = "POST",
                              .target = "/v1/keys",
                              .fields = {{"X-API-Key", api_key}},
                              .body = json{{"name", scope}, {"scopes", {scope}}}.dump()});
    REQUIRE(made.status == 201);
    return made.json().at("key");
}

/// "Scope: `read` or `act`."
std::string words_for(const scope_words& scopes)
{
    std::string out;
    for (const auto* each : each_scope)
        if (scopes.contains(each))
            out += (out.empty() ? "Scope: `" : "` or `") + std::string(each);
    return out + "`.";
}

} // namespace

TEST_CASE("each operation is open to the scopes that it needs, and to no other", "[service]")
{
    for (const auto* one : each_scope) {
        const std::string scope = one;
        walked_service on(world::ready);
        const auto key = key_with(on, scope);
        for (const auto& each : on.contract().operations()) {
            auto request = valid_request(each, on.ids());
            if (!request.fields.contains("X-API-Key"))
                continue;
            request.fields["X-API-Key"] = key;
            if (each.method == "POST" && each.path == "/v1/keys")
                request.body = R"({"name":"of the same rights"})"; // more is forbidden, too
            const auto answer = on.ask(request);
            INFO(scope << ": " << each.method << " " << each.path << " " << answer.status);
            const bool refused = answer.status == 403 && answer.error() == "FORBIDDEN";
            CHECK(refused != scopes_for(each).contains(scope));
        }
    }
}

TEST_CASE("the contract's document names the scopes of each operation", "[service][contract]")
{
    walked_service on(world::empty);
    std::size_t looked_at = 0;
    for (const auto& each : on.contract().operations()) {
        if (is_open(each) || scopes_for(each) == every_scope)
            continue;
        scope_words said;
        for (const auto& way : each.told.at("security"))
            if (way.contains("api_key"))
                said.insert(way.at("api_key").at(0).get<std::string>());
        INFO(each.method << " " << each.path);
        CHECK(said == scopes_for(each));
        CHECK(each.told.at("description").get<std::string>().contains(words_for(said)));
        ++looked_at;
    }
    CHECK(looked_at > 60);
}

} // namespace thimble::service::test
