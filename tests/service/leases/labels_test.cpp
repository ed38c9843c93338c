// Labels of phones.
#include "tests/service/lasting_state.hpp"
#include "tests/service/leases/shared_phones.hpp"

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("labels are put, listed and shown in the phone's record", "[service]")
{
    shared_phones on;
    CHECK(on.record(on.first).at("labels") == json::array());
    const auto put = on.label(on.first, {"smoke", "blue", "smoke"});
    CHECK(put.status == 200);
    CHECK(put.json().at("labels") == json{"smoke", "blue"});
    CHECK(on.ask(api_key, "GET", "/v1/phones/" + on.first + "/labels").json() == put.json());
    CHECK(on.record(on.first).at("labels") == json{"smoke", "blue"});
    CHECK(on.record(on.second).at("labels") == json::array());
    CHECK(on.label(on.first, json::array()).status == 200);
    CHECK(on.record(on.first).at("labels") == json::array());
}

TEST_CASE("a label is a word", "[service]")
{
    shared_phones on;
    for (const auto* wrong : {"two words", "a,b", "a;b", "a=b", "-a", "caf\xC3\xA9"}) {
        INFO(wrong);
        const auto refused = on.label(on.first, {"fine", wrong});
        CHECK(refused.status == 422);
        CHECK(refused.json().at("context").at("field") == "labels[1]");
    }
    CHECK(on.record(on.first).at("labels") == json::array());
    CHECK(on.label(on.first, {"ios-17.2_beta"}).status == 200);
}

TEST_CASE("labels are there after a restart", "[service][store]")
{
    lasting_state state;
    std::string id;
    {
        const auto running = state.start();
        id = running->attach(phone("udid-1"));
        http_client client(running->port());
        CHECK(client.ask("PUT", "/v1/labels", {{"X-API-Key", api_key}}, R"({"labels":["smoke"]})")
                  .status == 200);
    }
    const auto running = state.start();
    http_client client(running->port());
    CHECK(client.get("/v1/phones/" + id + "/labels").json().at("labels") == json{"smoke"});
}

} // namespace thimble::service::test
