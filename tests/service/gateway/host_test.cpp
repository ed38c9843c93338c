// The names under which the service answers, and pages elsewhere that ask without a key.
#include "http/own_addresses.hpp"
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::test {

namespace {

reply ask_as(const running_service& running, const std::string& host, const std::string& path)
{
    http_client client(running.port());
    client.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nX-API-Key: " + api_key +
                "\r\n\r\n");
    return client.receive();
}

} // namespace

TEST_CASE("a name in Host that is none of the service's reads nothing", "[service]")
{
    running_service running({}, std::chrono::seconds(2), [](server_options& options) {
        options.public_urls = {"https://phones.example"};
    });
    for (const auto* host : {"evil.example", "evil.example:8344", "localhost.evil.example",
                             "192.0.2.1", "127.0.0.1.evil.example"})
        for (const auto* path : {"/metrics", "/healthz", "/v1/phones", "/nowhere", "/"}) {
            INFO(host << path);
            const auto refused = ask_as(running, host, path);
            CHECK(refused.status == 421);
            CHECK(refused.error() == "UNKNOWN_HOST");
        }
    for (const auto* host : {"localhost", "LOCALHOST:1", "127.0.0.1:8344", "127.8.9.1", "[::1]",
                             "[::1]:8344", "phones.example", "Phones.Example:443"}) {
        INFO(host);
        CHECK(ask_as(running, host, "/v1/phones").status == 200);
    }
}

TEST_CASE("where a certificate or other machines decide, other names are taken", "[service]")
{
    using reach = own_addresses::reach;
    CHECK(own_addresses(reach::certified, {}).include("phones.example"));
    CHECK(own_addresses(reach::anywhere, {}).include("phones.example"));
    const own_addresses named(reach::anywhere, {"https://phones.example"});
    CHECK(named.include("192.0.2.1:8345"));
    CHECK(named.include("phones.example"));
    CHECK_FALSE(named.include("evil.example"));
    CHECK(named.are_encrypted("phones.example:443"));
    CHECK_FALSE(named.are_encrypted("localhost"));
}

TEST_CASE("a page elsewhere cannot ask for a desktop to be let in", "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto body = R"({"name":"Desk"})";
    const auto refused =
        client.ask("POST", "/v1/enrolments", {{"Origin", "https://evil.example"}}, body);
    CHECK(refused.status == 403);
    CHECK(refused.error() == "FOREIGN_ORIGIN");
    CHECK(client.ask("POST", "/v1/enrolments", {}, body).status == 201);
}

} // namespace thimble::service::test
