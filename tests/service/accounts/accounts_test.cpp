// Accounts see nothing of each other.
#include "tests/catch2.hpp"
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/http_client.hpp"

namespace thimble::service::test {

namespace {

constexpr auto ada_desktop = "0f6f3a5e-7a0b-4c1e-9f47-3c1d7f0f5a11";
constexpr auto bob_desktop = "4b0f9f0e-2d8a-4a8e-8d3c-5b8d6c1e7a22";

/// Ada and Bob have a desktop each, and a phone on it.
struct with_two_desktops : with_two_accounts {
    with_two_desktops()
    {
        connect(ada_desktop, ada_key, "udid-ada");
        connect(bob_desktop, bob_key, "udid-bob");
    }

    reply ask(const std::string& method,
              const std::string& target,
              const std::string& key,
              const std::string& body = "")
    {
        return client.ask(method, target, {{"X-API-Key", key}}, body);
    }
    using with_two_accounts::ask;

    std::string only_phone(const std::string& key)
    {
        const auto listed = ask("GET", "/v1/phones", key).json();
        REQUIRE(listed.size() == 1);
        return listed[0].at("id");
    }

    http_client client{running.port()};

private:
    void connect(const std::string& desktop, const std::string& key, const std::string& udid)
    {
        const auto via = running.another_desktop();
        const auto account = account_of(key);
        running.at_home([&] {
            running.service().desktop_connected(
                {.id = desktop, .name = "test", .version = "1", .account_id = account}, via);
            running.service().phone_changed(desktop, phone(udid));
        });
    }

    /// As the log names it.
    std::string account_of(const std::string& key)
    {
        http_client(running.port())
            .ask("GET", "/v1/phones", {{"X-API-Key", key}, {"X-Request-Id", key.substr(3)}});
        REQUIRE(running.logs("request=" + key.substr(3)));
        auto log = running.logged();
        log = log.substr(log.find("request=" + key.substr(3)));
        return log.substr(log.find("account=") + 8, 36);
    }
};

} // namespace

TEST_CASE("an account lists its own phones", "[service]")
{
    with_two_desktops with;
    CHECK(with.only_phone(with.ada_key) != with.only_phone(with.bob_key));
    CHECK(with.ask("GET", "/v1/phones", api_key).json().empty());
    CHECK(with.ask("GET", "/v1/status", with.ada_key).json().at("phone_connected") == true);
    const auto local = with.ask("GET", "/v1/status", api_key).json();
    CHECK(local.at("phone_connected") == false);
}

TEST_CASE("another account's phone is not there, whatever is asked of it", "[service]")
{
    with_two_desktops with;
    const auto foreign = with.only_phone(with.bob_key);
    const std::string missing = "6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10";
    for (const auto& [method, tail, body] :
         std::vector<std::array<std::string, 3>>{{"GET", "/info", ""},
                                                 {"GET", "/status", ""},
                                                 {"GET", "/settings", ""},
                                                 {"PATCH", "/settings", R"({"speed":1})"},
                                                 {"GET", "/screenshot", ""},
                                                 {"GET", "/apps", ""},
                                                 {"POST", "/tap", R"({"x":1,"y":1})"},
                                                 {"POST", "/select", ""},
                                                 {"DELETE", "", ""}}) {
        INFO(method << " " << tail);
        const auto asked = with.ask(method, "/v1/phones/" + foreign + tail, with.ada_key, body);
        const auto unknown = with.ask(method, "/v1/phones/" + missing + tail, with.ada_key, body);
        CHECK(asked.status == 404);
        CHECK(asked.error() == "PHONE_NOT_FOUND");
        CHECK(asked.json().at("message") == unknown.json().at("message"));
        CHECK(asked.fields.size() == unknown.fields.size());
    }
}

TEST_CASE("a route without a phone means one of the account's own", "[service]")
{
    with_two_desktops with;
    for (const auto& key : {with.ada_key, with.bob_key}) {
        const auto done = with.ask("POST", "/v1/home", key);
        CHECK(done.status == 200);
        CHECK(done.field("x-phone-id") == with.only_phone(key));
    }
    CHECK(with.ask("POST", "/v1/home", api_key).error() == "NO_PHONES_CONNECTED");
}

TEST_CASE("another account's job is not there", "[service]")
{
    with_two_desktops with;
    const std::string job = with.ask("POST", "/v1/home", with.ada_key).json().at("id");
    CHECK(with.ask("GET", "/v1/jobs/" + job, with.ada_key).status == 200);
    CHECK(with.ask("GET", "/v1/jobs/" + job, with.bob_key).error() == "JOB_NOT_FOUND");
    CHECK(with.ask("GET", "/v1/jobs/" + job + "/download", with.bob_key).error() ==
          "JOB_NOT_FOUND");
    CHECK(with.ask("GET", "/v1/jobs", with.ada_key).json().at("jobs").size() == 1);
    CHECK(with.ask("GET", "/v1/jobs", with.bob_key).json().at("jobs").empty());
}

TEST_CASE("one phone on the desktops of two accounts is a phone of each", "[service]")
{
    with_two_desktops with;
    with.running.at_home(
        [&] { with.running.service().phone_changed(ada_desktop, phone("udid-bob")); });
    CHECK(with.ask("GET", "/v1/phones", with.ada_key).json().size() == 2);
    CHECK(with.ask("GET", "/v1/phones", with.bob_key).json().size() == 1);
    const auto bobs = with.only_phone(with.bob_key);
    CHECK(with.ask("GET", "/v1/phones/" + bobs + "/info", with.ada_key).status == 404);
}

} // namespace thimble::service::test
