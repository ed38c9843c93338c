// Webhooks: what is sent to whom, again where it is not taken, and never to a private address.
#include "async/worker.hpp"
#include "http/client/trust.hpp"
#include "service/webhooks/webhook_request.hpp"
#include "service/webhooks/webhook_signature.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/webhooks/webhook_receiver.hpp"
#include "tests/store/store_in.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include <array>

namespace thimble::service::test {

using namespace std::chrono_literals;
using nlohmann::json;

namespace {

/// Services one after the other, with what the one before has left.
struct with_webhooks {
    std::unique_ptr<running_service> start(bool private_webhooks = true,
                                           std::vector<std::chrono::milliseconds> back_off = {10ms,
                                                                                              10ms})
    {
        limits granted;
        granted.webhooks.back_off = std::move(back_off);
        return std::make_unique<running_service>(granted, 2s, [&](server_options& options) {
            options.private_webhooks = private_webhooks;
            options.state_dir = directory.path();
            options.database =
                store::database_file::open(store::test::store_in(directory.path())).value();
            options.master_key = key;
        });
    }

    e2e::temporary_directory directory;
    master_key_ptr key = std::make_shared<const master_key>(master_key::random().bytes());
};

json made_webhook(http_client& by, const std::string& url, const json& types = json::array())
{
    const auto made = by.post("/v1/webhooks", json{{"url", url}, {"types", types}}.dump());
    INFO(made.body);
    REQUIRE(made.status == 201);
    return made.json();
}

/// Once none of them is pending.
json ended_deliveries(http_client& by, const json& of)
{
    const auto path = "/v1/webhooks/" + of.at("id").get<std::string>() + "/log";
    json found;
    const bool all_ended = e2e::eventually(30s, [&] {
        found = by.get(path).json().at("log");
        return !found.empty() && std::ranges::none_of(found, [](const json& each) {
            return each.at("state") == "pending";
        });
    });
    INFO(found.dump());
    CHECK(all_ended);
    return found;
}

attempt_outcome attempt_at(const std::string& url, const webhook_reach& within)
{
    boost::asio::io_context context;
    async::worker resolver(context.get_executor());
    auto sent = boost::asio::co_spawn(
        context,
        send_webhook({.url = url, .id = "1", .secret = new_webhook_secret(), .body = "{}"}, within,
                     resolver),
        boost::asio::use_future);
    context.run();
    return sent.get();
}

std::string refusal_of(http_client& by, const std::string& url)
{
    const auto answer = by.post("/v1/webhooks", json{{"url", url}}.dump());
    INFO(url << ": " << answer.body);
    REQUIRE(answer.status == 422);
    return answer.json().at("context").at("reason");
}

} // namespace

TEST_CASE("an event goes, signed, where its type is wanted", "[webhooks][store]")
{
    webhook_receiver receiver;
    with_webhooks on;
    const auto running = on.start();
    http_client client(running->port());
    const auto hook = made_webhook(client, receiver.url(), {"job"});
    running->attach(phone("udid-1")); // a phone and its readiness, which are not wanted
    client.post("/v1/home");
    const auto sent = receiver.wait_for(1);
    REQUIRE(sent.size() == 1);
    const auto& one = sent.front();
    CHECK(one.method == "POST");
    CHECK(one.target == "/hook?a=b");
    CHECK(one.fields.at("content-type") == "application/json");
    const auto told = json::parse(one.body);
    CHECK(told.at("type") == "job");
    CHECK(told.at("id") == one.fields.at("webhook-id"));
    CHECK(told.at("data").at("action") == "home");
    CHECK(one.fields.at("webhook-signature") ==
          sign_webhook(hook.at("secret").get<std::string>(), one.fields.at("webhook-id"),
                       std::stoll(one.fields.at("webhook-timestamp")), one.body));
    const auto ended = ended_deliveries(client, hook);
    REQUIRE(ended.size() == 1);
    CHECK(ended.at(0).at("state") == "delivered");
    CHECK(ended.at(0).at("event_id") == told.at("id"));
    CHECK(ended.at(0).at("response_status") == 200);
    const auto listed = client.get("/v1/webhooks").json().at("webhooks");
    REQUIRE(listed.size() == 1);
    CHECK_FALSE(listed.at(0).contains("secret"));
    CHECK_FALSE(running->logged().contains(hook.at("secret").get<std::string>()));
}

TEST_CASE("what is not taken comes again, and redirections lead nowhere", "[webhooks][store]")
{
    webhook_receiver receiver({500, 302});
    with_webhooks on;
    const auto running = on.start();
    http_client client(running->port());
    const auto hook = made_webhook(client, receiver.url(), {"job"});
    running->attach(phone("udid-1"));
    client.post("/v1/home");
    const auto sent = receiver.wait_for(3);
    REQUIRE(sent.size() == 3);
    for (const auto& each : sent) {
        CHECK(each.fields.at("webhook-id") == sent.front().fields.at("webhook-id"));
        CHECK(each.body == sent.front().body);
    }
    const auto ended = ended_deliveries(client, hook);
    CHECK(ended.at(0).at("state") == "delivered");
    CHECK(ended.at(0).at("attempts") == 3);
    CHECK(ended.at(0).at("error").is_null());
}

TEST_CASE("what nobody takes has failed in the end, and the log says why", "[webhooks]")
{
    webhook_receiver receiver({500, 500, 503});
    with_webhooks on;
    const auto running = on.start();
    http_client client(running->port());
    const auto hook = made_webhook(client, receiver.url(), {"job"});
    running->attach(phone("udid-1"));
    client.post("/v1/home");
    const auto ended = ended_deliveries(client, hook);
    CHECK(ended.at(0).at("state") == "failed");
    CHECK(ended.at(0).at("attempts") == 3);
    CHECK(ended.at(0).at("response_status") == 503);
    CHECK(ended.at(0).at("error") == "it answers 503");
    CHECK(receiver.wait_for(3).size() == 3);
}

TEST_CASE("a delivery goes on after a restart", "[webhooks][store]")
{
    webhook_receiver receiver({500});
    with_webhooks on;
    json hook;
    {
        const auto running = on.start(true, {1h});
        http_client client(running->port());
        hook = made_webhook(client, receiver.url(), {"job"});
        running->attach(phone("udid-1"));
        client.post("/v1/home");
        const auto path = "/v1/webhooks/" + hook.at("id").get<std::string>() + "/log";
        CHECK(e2e::eventually(30s, [&] {
            const auto found = client.get(path).json().at("log");
            return !found.empty() && found.at(0).at("attempts") == 1;
        }));
    }
    { // as if the hour were over
        auto file = store::database_file::open(store::test::store_in(on.directory.path())).value();
        REQUIRE(file.run([](store::transaction& now) {
            return now.execute("UPDATE webhook_deliveries SET due_at = :due", 0);
        }));
    }
    const auto running = on.start();
    http_client client(running->port());
    CHECK(receiver.wait_for(2).size() == 2);
    const auto ended = ended_deliveries(client, hook);
    CHECK(ended.at(0).at("state") == "delivered");
    CHECK(ended.at(0).at("attempts") == 2);
}

TEST_CASE("a webhook that is removed hears nothing more", "[webhooks]")
{
    webhook_receiver removed;
    webhook_receiver kept;
    with_webhooks on;
    const auto running = on.start();
    http_client client(running->port());
    const auto id = made_webhook(client, removed.url()).at("id").get<std::string>();
    const auto other = made_webhook(client, kept.url(), {"job"});
    CHECK(client.ask("DELETE", "/v1/webhooks/" + id, {{"X-API-Key", api_key}}).status == 204);
    CHECK(client.ask("DELETE", "/v1/webhooks/" + id, {{"X-API-Key", api_key}}).status == 404);
    CHECK(client.get("/v1/webhooks/" + id + "/log").error() == "WEBHOOK_NOT_FOUND");
    running->attach(phone("udid-1"));
    client.post("/v1/home");
    ended_deliveries(client, other);
    CHECK(kept.wait_for(1).size() == 1);
    CHECK(removed.wait_for(0).empty());
}

TEST_CASE("webhooks of an account that is deleted hear nothing more", "[webhooks][store]")
{
    webhook_receiver adas;
    webhook_receiver bobs;
    with_two_accounts on([](server_options& options) { options.private_webhooks = true; });
    http_client client(on.running.port());
    const auto hear = [&](const std::string& key, const webhook_receiver& where) {
        const json wanted{{"url", where.url()}, {"types", {"phone"}}};
        const auto made = client.ask("POST", "/v1/webhooks", {{"X-API-Key", key}}, wanted.dump());
        INFO(made.body);
        REQUIRE(made.status == 201);
    };
    const auto id_of = [&](const std::string& name) { // the line ID and a tab
        const auto shown = on.ask("account show", {{"name", name}}).text;
        return shown.substr(3, shown.find('\n') - 3);
    };
    hear(on.ada_key, adas);
    hear(on.bob_key, bobs);
    const std::array accounts{id_of("ada"), id_of("bob")};
    CHECK(on.ask("account delete", {{"name", "ada"}, {"yes", "yes"}}).done);
    const std::array desktops{on.running.another_desktop(), on.running.another_desktop()};
    on.running.at_home([&] {
        for (std::size_t i = 0; i < accounts.size(); ++i) {
            const auto id = "of " + accounts.at(i);
            on.running.service().desktop_connected(
                {.id = id, .name = "", .version = "", .account_id = accounts.at(i)},
                desktops.at(i));
            on.running.service().phone_changed(id, phone("udid-" + std::to_string(i)));
        }
    });
    CHECK_FALSE(bobs.wait_for(1).empty());
    CHECK(adas.wait_for(0).empty());
}

TEST_CASE("addresses that are not public are refused, as is what is no https", "[webhooks]")
{
    with_webhooks on;
    const auto running = on.start(false);
    http_client client(running->port());
    for (const auto* each :
         {"https://10.0.0.1/", "https://127.0.0.1:8443/x", "https://localhost/", "https://[::1]/",
          "https://[fd00::1]/", "https://169.254.169.254/latest", "http://127.0.0.1:1/",
          "https://[::ffff:192.168.0.1]/"})
        CHECK(refusal_of(client, each) == "private_address");
    for (const auto* each : {"http://hooks.example/", "ftp://hooks.example/", "hooks.example", "/x",
                             "https://ada:secret@hooks.example/", "https://hooks.example/#x"})
        CHECK(refusal_of(client, each) == "malformed");
    CHECK(
        client.post("/v1/webhooks", R"({"url":"https://a.example","types":["weather"]})").status ==
        422);
    CHECK(client.get("/v1/webhooks").json().at("webhooks").empty());
}

TEST_CASE("a name that leads to a private address is not reached", "[webhooks]")
{
    webhook_receiver receiver;
    for (const bool allowed : {false, true}) {
        const auto how = attempt_at(receiver.url("localhost"), {.private_addresses = allowed});
        CHECK(how.error == (allowed ? "" : "it is at a private address, which is not reached"));
        CHECK(receiver.wait_for(allowed ? 1 : 0).size() == (allowed ? 1 : 0));
    }
}

TEST_CASE("over TLS an event goes to whom a trusted certificate names, and nowhere else",
          "[webhooks]")
{
    const e2e::test_certificate authority(
        e2e::certificate_terms{.name = "An authority", .authority = true});
    const e2e::test_certificate other;
    const e2e::test_certificate shown(e2e::certificate_terms{.issuer = &authority});
    const e2e::test_certificate elsewhere(
        e2e::certificate_terms{.hosts = "DNS:hooks.example", .issuer = &authority});
    webhook_receiver receiver({}, &shown);
    webhook_receiver of_another_host({}, &elsewhere);
    const auto send = [](const std::string& url, const e2e::test_certificate& trusted) {
        const auto trust = http::load_trust(trusted.certificate()).value();
        return attempt_at(url, {.private_addresses = true, .trust = trust.get()});
    };
    const auto taken = send(receiver.url("localhost"), authority);
    CHECK(taken.error.empty());
    CHECK(taken.status == 200);
    const auto came = receiver.wait_for(1);
    REQUIRE(came.size() == 1);
    CHECK(came.front().body == "{}");
    CHECK(came.front().fields.at("host").starts_with("localhost:"));
    CHECK(send(receiver.url("127.0.0.1"), authority).error.empty());
    CHECK(send(receiver.url("localhost"), other).error == "its certificate is not trusted");
    CHECK(send(of_another_host.url("localhost"), authority).error ==
          "its certificate is another host's");
    CHECK(attempt_at(receiver.url("localhost"), {.private_addresses = true}).error ==
          "the system's authorities cannot be read");
    CHECK(receiver.wait_for(2).size() == 2);
    CHECK(of_another_host.wait_for(0).empty());
}

TEST_CASE("an account has webhooks of its own, and so many at most", "[webhooks]")
{
    with_two_accounts on;
    http_client client(on.running.port());
    const headers ada{{"X-API-Key", on.ada_key}};
    const headers bob{{"X-API-Key", on.bob_key}};
    const std::string body = R"({"url":"https://hooks.example/thimble"})";
    const auto made = client.ask("POST", "/v1/webhooks", ada, body);
    INFO(made.body);
    REQUIRE(made.status == 201);
    const auto path = "/v1/webhooks/" + made.json().at("id").get<std::string>();
    CHECK(client.ask("GET", "/v1/webhooks", bob).json().at("webhooks").empty());
    CHECK(client.ask("GET", path + "/log", bob).error() == "WEBHOOK_NOT_FOUND");
    CHECK(client.ask("DELETE", path, bob).error() == "WEBHOOK_NOT_FOUND");
    for (int each = 1; each < 20; ++each)
        CHECK(client.ask("POST", "/v1/webhooks", ada, body).status == 201);
    CHECK(client.ask("POST", "/v1/webhooks", ada, body).json().at("context").at("reason") ==
          "too_many");
    CHECK(client.ask("POST", "/v1/webhooks", bob, body).status == 201);
}

} // namespace thimble::service::test
