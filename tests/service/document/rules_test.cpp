// Rules that hold for every operation, asked of every operation.
#include "tests/catch2.hpp"
#include "tests/service/document/walked_service.hpp"

#include <algorithm>

namespace thimble::service::test {

using nlohmann::json;

namespace {

bool is_granted(const walked_service& on, const operation& of)
{
    return valid_request(of, on.ids()).in_order;
}

} // namespace

TEST_CASE("fields and parameters that are not known are ignored", "[service][contract]")
{
    walked_service on(world::ready);
    for (const auto& each : on.contract().operations()) {
        if (!is_granted(on, each))
            continue;
        auto what = valid_request(each, on.ids());
        const auto plain = on.ask(what);
        if (!what.body.empty()) {
            auto body = json::parse(what.body);
            body["no_such_field"] = {1, "two", nullptr};
            what.body = body.dump();
        }
        what.target += "?no_such_parameter=1&&other";
        INFO(each.method << " " << what.target << " " << what.body);
        const auto answer = on.ask(what);
        CHECK(answer.status == plain.status);
        CHECK(on.contract().objection(each, answer) == ""); // X-Ignored-Query included
    }
}

TEST_CASE("no body, an empty one and an empty object are the same", "[service][contract]")
{
    walked_service on(world::ready);
    for (const auto& each : on.contract().operations()) {
        if (!each.told.contains("requestBody") ||
            each.told.at("requestBody").at("required") == true)
            continue;
        auto what = valid_request(each, on.ids());
        what.body = "{}";
        const auto status = on.ask(what).status;
        for (const auto* same : {"", " ", "\r\n", "{ }"}) {
            what.body = same;
            INFO(each.method << " " << what.target << " '" << same << "'");
            CHECK(on.ask(what).status == status);
        }
    }
}

TEST_CASE("every answer about a phone says which phone it is", "[service][contract]")
{
    walked_service on(world::ready);
    for (const auto& each : on.contract().operations()) {
        const auto what = valid_request(each, on.ids());
        const auto answer = on.ask(what);
        const bool about_phone = each.path.starts_with("/v1/phones/{phone_id}") ||
                                 (each.path.starts_with("/v1/jobs/") && answer.status < 400);
        INFO(each.method << " " << what.target);
        CHECK(answer.field("x-request-id").size() == 36);
        if (about_phone)
            CHECK(answer.field("x-phone-id") == on.ids().at("phone_id"));
    }
}

TEST_CASE("async mode answers an action with nothing but the job's id", "[service][contract]")
{
    walked_service on(world::ready);
    for (const auto& each : on.contract().operations()) {
        const auto parameters = each.told.value("parameters", json::array());
        const bool asynchronous = std::ranges::any_of(
            parameters, [](const json& one) { return one.at("name") == "async"; });
        if (!asynchronous)
            continue;
        auto what = valid_request(each, on.ids());
        what.target += "?async=True";
        const auto answer = on.ask(what);
        INFO(each.method << " " << what.target << ": " << answer.body);
        REQUIRE(answer.status == 200);
        CHECK(answer.json().size() == 1);
        CHECK(answer.json().contains("job_id"));
    }
}

TEST_CASE("routes of older services that are not in the contract are not found",
          "[service][contract]")
{
    walked_service on(world::ready);
    for (const std::string tail :
         {"tap-with-delays", "switch-control/enable", "switch-control/status", "stream/start"})
        for (const auto& path :
             {"/v1/" + tail, "/v1/phones/" + on.ids().at("phone_id") + "/" + tail})
            for (const auto* method : {"GET", "POST"}) {
                const request_variant what{.says = "old",
                                           .method = method,
                                           .target = path,
                                           .fields = {{"X-API-Key", api_key}},
                                           .body = ""};
                CHECK(on.ask(what).error() == "NOT_FOUND");
            }
    for (const auto* path : {"/v1/macs", "/v1/macs/1/phones", "/v1/agent/run", "/v1/agent"}) {
        const request_variant what{
            .says = "old", .method = "POST", .target = path, .fields = {}, .body = "{}"};
        CHECK(on.ask(what).error() == "NOT_FOUND");
    }
}

} // namespace thimble::service::test
