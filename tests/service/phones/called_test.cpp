// Phones in paths by their id, their UDID or a name of theirs.
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// Two phones of one name, and a third.
struct with_three_phones {
    running_service running;
    std::string first = running.attach(phone("UDID-1"));
    std::string second = running.attach(phone("udid-2"));
    std::string desk = running.attach(phone("00008130-001A2B3C4D5E6F70", "Café"));
    http_client client{running.port()};

    /// The phone that answers, or the error.
    std::string meant(const std::string& called)
    {
        const auto answer = client.get("/v1/phones/" + called + "/status");
        return answer.status == 200 ? answer.field("x-phone-id") : answer.error();
    }

    void rename(const std::string& id, const std::string& name)
    {
        const json settings{{"display_name", name}};
        REQUIRE(client
                    .ask("PATCH", "/v1/phones/" + id + "/settings",
                         {{"X-API-Key", api_key}, {"Content-Type", "application/json"}},
                         settings.dump())
                    .status == 200);
    }
};

} // namespace

TEST_CASE("a path names a phone by id, UDID or name", "[service]")
{
    with_three_phones on;
    CHECK(on.meant(on.desk) == on.desk);
    CHECK(on.meant("00008130-001A2B3C4D5E6F70") == on.desk);
    CHECK(on.meant("00008130-001a2b3c4d5e6f70") == on.desk);
    CHECK(on.meant("udid-1") == on.first);
    CHECK(on.meant("Caf%C3%A9") == on.desk);
    CHECK(on.meant("cafe") == on.desk);
    on.rename(on.second, "Front desk");
    CHECK(on.meant("front%20desk") == on.second);
    CHECK(on.meant("Bob") == "PHONE_NOT_FOUND");
    const auto tapped = on.client.post("/v1/phones/cafe/tap", R"({"x":1,"y":1})");
    CHECK(tapped.status == 200);
    CHECK(tapped.json().at("phone_id") == on.desk);
    CHECK(on.running.seen().received.back().udid == "00008130-001A2B3C4D5E6F70");
}

TEST_CASE("a name that several phones have is refused with all of them", "[service]")
{
    with_three_phones on;
    const auto answer = on.client.post("/v1/phones/Ada's%20iPhone/home");
    CHECK(answer.status == 409);
    CHECK(answer.error() == "PHONE_AMBIGUOUS");
    CHECK(answer.field("x-phone-id").empty());
    const auto candidates = answer.json().at("context").at("candidates");
    REQUIRE(candidates.size() == 2);
    CHECK(candidates[0] == json{{"id", on.first},
                                {"unique_id", "UDID-1"},
                                {"name", "Ada's iPhone"},
                                {"display_name", nullptr}});
    CHECK(candidates[1].at("id") == on.second);
    CHECK(on.running.seen().received.empty());
}

TEST_CASE("a phone cannot take the place of another by its name", "[service]")
{
    with_three_phones on;
    on.rename(on.first, on.desk);
    CHECK(on.meant(on.desk) == on.desk);
    on.rename(on.first, "00008130-001A2B3C4D5E6F70");
    CHECK(on.meant("00008130-001A2B3C4D5E6F70") == on.desk);
    constexpr auto nobodys = "0b2f7a0e-5c53-5c0e-9d0e-0a4f4f0a8d11";
    on.rename(on.first, nobodys);
    CHECK(on.meant(nobodys) == "PHONE_NOT_FOUND");
}

TEST_CASE("names of phones that a key is not for do not exist for it", "[service]")
{
    with_three_phones on;
    const json wanted{{"name", "narrow"}, {"phones", {on.first}}};
    const auto key = on.client.post("/v1/keys", wanted.dump()).json().at("key").get<std::string>();
    const auto ask = [&](const std::string& called) {
        return on.client.ask("GET", "/v1/phones/" + called + "/status", {{"X-API-Key", key}});
    };
    CHECK(ask("cafe").error() == "PHONE_NOT_FOUND");
    CHECK(ask("udid-2").error() == "PHONE_NOT_FOUND");
    CHECK(ask("Ada's%20iPhone").field("x-phone-id") == on.first); // the other one does not count
}

TEST_CASE("a request that comes again by the phone's name is done once", "[service]")
{
    with_three_phones on;
    const headers fields{{"X-API-Key", api_key}, {"Idempotency-Key", "once"}};
    const auto first = on.client.ask("POST", "/v1/phones/cafe/home", fields);
    CHECK(first.status == 200);
    CHECK(first.field("x-phone-id") == on.desk);
    CHECK(on.client.ask("POST", "/v1/phones/cafe/home", fields).json() == first.json());
    CHECK(on.running.seen().received.size() == 1);
}

} // namespace thimble::service::test
