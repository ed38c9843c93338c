// An enrolment from its beginning to its end, held against the contract.
#include "tests/catch2.hpp"
#include "tests/service/document/contract_document.hpp"
#include "tests/service/running_service.hpp"

#include <algorithm>

namespace thimble::service::test {

namespace {

struct with_contract {
    /// The answer, which must be one of the contract.
    reply ask(const std::string& method,
              const std::string& path,
              const std::string& target,
              const headers& fields,
              const std::string& body = "")
    {
        const auto& all = contract.operations();
        const auto of = std::ranges::find_if(
            all, [&](const operation& each) { return each.method == method && each.path == path; });
        REQUIRE(of != all.end());
        auto answer = client.ask(method, target, fields, body);
        CHECK(contract.objection(*of, answer) == "");
        return answer;
    }

    running_service running;
    http_client client{running.port()};
    contract_document contract{client.ask("GET", "/openapi.json", {}).json()};
};

} // namespace

TEST_CASE("every stage of an enrolment has an answer of the contract", "[service][contract]")
{
    with_contract on;
    const headers key{{"X-API-Key", api_key}};
    const auto begun =
        on.ask("POST", "/v1/enrolments", "/v1/enrolments", {}, R"({"name":"Desk"})").json();
    const headers own{{"Authorization", "Bearer " + begun.at("poll_token").get<std::string>()}};
    const auto look = [&] {
        return on.ask("GET", "/v1/enrolments/{enrolment_id}",
                      "/v1/enrolments/" + begun.at("id").get<std::string>(), own);
    };
    CHECK(look().json().at("status") == "pending");
    const auto desktop = on.ask("POST", "/v1/desktops/approve", "/v1/desktops/approve", key,
                                nlohmann::json{{"code", begun.at("code")}}.dump());
    CHECK(look().json().at("status") == "approved");
    CHECK(on.ask("GET", "/v1/desktops", "/v1/desktops", key).json().at("desktops").size() == 2);
    const auto revoke = [&](const std::string& id) {
        return on.ask("DELETE", "/v1/desktops/{desktop_id}", "/v1/desktops/" + id, key).status;
    };
    CHECK(revoke(desktop.json().at("id")) == 204);
    CHECK(revoke(desktop_id) == 422);
    CHECK(look().status == 404);
}

} // namespace thimble::service::test
