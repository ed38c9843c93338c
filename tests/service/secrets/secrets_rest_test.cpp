// Secrets over REST: put, listed by name, removed, and never given back.
#include "tests/catch2.hpp"
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/http_client.hpp"

namespace thimble::service::test {

namespace {

constexpr const char* planted = "planted-value-x9Qk";

headers keyed(const std::string& key)
{
    return {{"X-API-Key", key}};
}

reply put(http_client& client, const std::string& name, const std::string& value)
{
    return client.ask("PUT", "/v1/secrets/" + name, keyed(api_key),
                      nlohmann::json{{"value", value}}.dump());
}

reply remove(http_client& client, const std::string& name)
{
    return client.ask("DELETE", "/v1/secrets/" + name, keyed(api_key));
}

nlohmann::json listed(http_client& client, const std::string& key = api_key)
{
    return client.ask("GET", "/v1/secrets", keyed(key)).json().at("secrets");
}

} // namespace

TEST_CASE("a secret is put, replaced, listed by name and removed", "[secrets]")
{
    running_service running;
    http_client client(running.port());
    CHECK(listed(client).empty());
    CHECK(put(client, "mail", planted).status == 204);
    CHECK(put(client, "mail", "another value").status == 204);
    const auto all = listed(client);
    REQUIRE(all.size() == 1);
    CHECK(all.at(0).size() == 3);
    CHECK(all.at(0).at("apps").empty());
    CHECK(all.at(0).at("name") == "mail");
    CHECK(all.at(0).at("made_at").get<std::string>().ends_with("Z"));
    CHECK(remove(client, "mail").status == 204);
    CHECK(remove(client, "mail").error() == "SECRET_NOT_FOUND");
    CHECK(listed(client).empty());
}

TEST_CASE("a secret is bound to apps, and stays so with a new value", "[secrets]")
{
    using nlohmann::json;
    running_service running;
    http_client client(running.port());
    const auto put_with = [&](const json& apps) {
        return client.ask("PUT", "/v1/secrets/mail", keyed(api_key),
                          json{{"value", planted}, {"apps", apps}}.dump());
    };
    const json bound{"com.apple.mobilemail", "com.example.*"};
    CHECK(put_with(bound).status == 204);
    CHECK(listed(client).at(0).at("apps") == bound);
    CHECK(put(client, "mail", "another value").status == 204);
    CHECK(listed(client).at(0).at("apps") == bound);
    CHECK(put_with(json::array()).status == 204);
    CHECK(listed(client).at(0).at("apps").empty());
    for (const auto& wrong : {json{"Mail App"}, json{"*"}, json{""}, json{"a,b"}, json("mail")}) {
        const auto refused = put_with(wrong);
        CHECK(refused.error() == "INVALID_ARGUMENT");
        CHECK(refused.body.find(planted) == std::string::npos);
    }
}

TEST_CASE("a secret's name and value keep to their limits", "[secrets]")
{
    running_service running;
    http_client client(running.port());
    for (const auto& name : {std::string("7up"), std::string("a.b"), std::string(65, 'n'),
                             std::string("caf%C3%A9"), std::string("-")})
        CHECK(put(client, name, planted).error() == "INVALID_ARGUMENT");
    std::string too_many_bytes; // and not too many characters
    for (int each = 0; each < 2049; ++each)
        too_many_bytes += "\xC3\xA9";
    for (const auto& value : {std::string("abc"), std::string(4097, 'v'),
                              std::string("a\x01") + "bcd", too_many_bytes}) {
        const auto refused = put(client, "mail", value);
        CHECK(refused.error() == "INVALID_ARGUMENT");
        CHECK(refused.json().at("context").at("field") == "value");
        CHECK(refused.body.find(value) == std::string::npos);
    }
    CHECK(client.ask("PUT", "/v1/secrets/mail", keyed(api_key)).error() == "EMPTY_BODY");
    CHECK(client.ask("GET", "/v1/secrets/mail", keyed(api_key)).status == 405);
    CHECK(put(client, std::string(64, 'n'), std::string(4096, 'v')).status == 204);
    CHECK(put(client, "euro", "\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC").status == 204);
}

TEST_CASE("an account neither sees nor touches the secrets of another", "[secrets]")
{
    with_two_accounts with;
    http_client client(with.running.port());
    const auto body = nlohmann::json{{"value", planted}}.dump();
    CHECK(client.ask("PUT", "/v1/secrets/mail", keyed(with.ada_key), body).status == 204);
    CHECK(listed(client, with.bob_key).empty());
    CHECK(client.ask("DELETE", "/v1/secrets/mail", keyed(with.bob_key)).status == 404);
    CHECK(client.ask("PUT", "/v1/secrets/mail", keyed(with.bob_key), body).status == 204);
    CHECK(client.ask("DELETE", "/v1/secrets/mail", keyed(with.bob_key)).status == 204);
    CHECK(listed(client, with.ada_key).size() == 1);
    CHECK(client.ask("GET", "/v1/secrets", {}).status == 401);
}

TEST_CASE("a value is in no answer, log, metric or file", "[secrets]")
{
    running_service running;
    http_client client(running.port());
    const std::string hexadecimal_of_it = "706c616e7465642d76616c75652d783951";
    std::string said;
    const auto note = [&](const reply& answer) {
        said += answer.body;
        for (const auto& [name, value] : answer.fields)
            said += value;
    };
    note(put(client, "mail", planted));
    note(put(client, "mail", planted));
    note(put(client, "mail", std::string(planted) + "\x01"));
    note(put(client, "7up", planted));
    note(client.ask("PUT", "/v1/secrets/mail", {{"X-API-Key", api_key}, {"Idempotency-Key", "one"}},
                    nlohmann::json{{"value", planted}}.dump()));
    note(client.ask("PUT", "/v1/secrets/mail", keyed(api_key),
                    R"({"value":")" + std::string(planted)));
    note(client.get("/v1/secrets"));
    note(client.get("/metrics"));
    note(remove(client, "nobody"));
    REQUIRE(running.logs("route=/v1/secrets/{name}"));
    said += running.logged();
    const auto nowhere = [&](const std::string& text) {
        return text.find(planted) == std::string::npos &&
               text.find(hexadecimal_of_it) == std::string::npos;
    };
    CHECK(nowhere(said));
    const auto check_files = [&] {
        for (const auto& each : std::filesystem::recursive_directory_iterator(running.state_dir()))
            if (each.is_regular_file()) {
                INFO(each.path().string());
                CHECK(nowhere(e2e::content_of(each.path())));
            }
    };
    check_files(); // the write-ahead log is there while it runs
    running.stop();
    check_files();
}

} // namespace thimble::service::test
