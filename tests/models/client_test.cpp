// The client against a provider that speaks both formats over real sockets.
#include "tests/daemon/uplink/scripted_server.hpp"
#include "tests/models/scripted_provider.hpp"

#include <boost/asio/detached.hpp>

#include <array>
#include <stdexcept>

namespace thimble::service::models::test {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

constexpr auto tap_script = R"({"key": "sk-7", "turns": [
    {"text": "I tap Größe now.", "thinking": "Hm, a button.",
     "tool_uses": [{"name": "tap", "arguments": {"x": 310, "y": 600}}],
     "usage": {"input": 11, "cache_read": 22, "output": 44}},
    {"text": "Done."}]})";

constexpr std::array both{provider_kind::anthropic, provider_kind::openai};

asio::awaitable<void> ask_and_note(client& whom, std::string& said)
{
    prompt what;
    what.messages = {{.parts = {std::string("Go.")}}};
    const auto answer = co_await whom.ask(std::move(what), {}, client::time::clock::now() + 15s);
    said = answer ? answer->text() : answer.error().message;
}

} // namespace

TEST_CASE("a model is asked and heard in both formats", "[models]")
{
    for (const auto kind : both) {
        const scripted_provider model(tap_script);
        asio::io_context context;
        client asks(context.get_executor(), model.as(kind, "sk-7"));
        std::string heard;
        const auto answer = ask(asks, context, 15s, [&](const delta& news) {
            if (news.what == delta::kind::text)
                heard += news.text;
        });
        REQUIRE(answer);
        CHECK(answer->text() == "I tap Größe now.");
        CHECK(heard == answer->text());
        CHECK(answer->thinking() == "Hm, a button.");
        REQUIRE(answer->tool_uses().size() == 1);
        CHECK(answer->tool_uses().front().arguments == R"({"x":310,"y":600})");
        CHECK(answer->stopped == stop_reason::tool_use);
        CHECK(answer->usage ==
              token_usage{.input = 11, .cache_read = 22, .output = 44, .told = true});
        REQUIRE(model.requests().size() == 1);
        CHECK(model.requests().front().at("key") == true);
        CHECK(model.requests().front().at("body").at("model") == "m-1");
    }
}

TEST_CASE("the second prompt goes over the connection of the first", "[models]")
{
    for (const auto kind : both) {
        const scripted_provider model(tap_script);
        asio::io_context context;
        client asks(context.get_executor(), model.as(kind, "sk-7"), with_late_ends);
        REQUIRE(ask(asks, context));
        CHECK(asks.idle_connections() == 1);
        REQUIRE(ask(asks, context));
        CHECK(asks.idle_connections() == 1);
        const auto asked = model.requests();
        REQUIRE(asked.size() == 2);
        CHECK(asked[0].at("connection") == asked[1].at("connection"));
    }
}

TEST_CASE("a connection that was closed meanwhile costs no try", "[models]")
{
    auto model = std::make_unique<scripted_provider>(R"({"turns": [{"text": "a"}]})");
    asio::io_context context;
    const auto where = model->as(provider_kind::openai);
    client asks(context.get_executor(), where, with_late_ends, never);
    REQUIRE(ask(asks, context));
    REQUIRE(asks.idle_connections() == 1);
    model.reset(); // the process ends and its connections with it
    const auto failed = ask(asks, context);
    REQUIRE_FALSE(failed);
    // Not the old connection's failure, but that of the new one that was tried.
    CHECK(failed.error().kind == failure_kind::network);
    CHECK(failed.error().message.contains("Nobody answers"));
}

TEST_CASE("a provider is believed over TLS when its certificate fits", "[models]")
{
    const e2e::test_certificate shown;
    const scripted_provider model(tap_script, &shown);
    asio::io_context context;
    auto where = model.as(provider_kind::anthropic, "sk-7");
    where.ca_file = shown.certificate();
    client trusting(context.get_executor(), where, with_late_ends, never);
    REQUIRE(ask(trusting, context));
    REQUIRE(ask(trusting, context));
    CHECK(model.requests().back().at("connection") == 1);

    where.ca_file = std::nullopt; // the system's authorities do not know it
    client doubting(context.get_executor(), where, {}, never);
    const auto refused = ask(doubting, context);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == failure_kind::network);
    CHECK(refused.error().message.contains("not trusted"));
    CHECK(model.requests().size() == 2); // and was told nothing
}

TEST_CASE("a certificate for another host is refused", "[models]")
{
    const e2e::test_certificate shown({.hosts = "DNS:elsewhere.example"});
    const scripted_provider model(tap_script, &shown);
    asio::io_context context;
    auto where = model.as(provider_kind::anthropic, "sk-7");
    where.ca_file = shown.certificate();
    client asks(context.get_executor(), where, {}, never);
    const auto refused = ask(asks, context);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.contains("is not one for"));
}

TEST_CASE("a provider is reached through a proxy", "[models]")
{
    const e2e::test_certificate shown;
    const scripted_provider model(tap_script, &shown);
    asio::io_context context;
    auto where = model.as(provider_kind::anthropic, "sk-7");
    where.ca_file = shown.certificate();
    std::string asked;
    {
        const daemon::test::threaded_server proxy(
            daemon::test::proxy_to(model.port(), asked, "HTTP/1.1 200 Go\r\n\r\n"));
        where.proxy = http::proxy{.host = "127.0.0.1", .port = proxy.port()};
        client asks(context.get_executor(), where, {}, never);
        REQUIRE(ask(asks, context));
    } // and with it the proxy's thread
    CHECK(asked.starts_with("CONNECT " + where.address.server.authority()));
    CHECK_FALSE(asked.contains("sk-7"));
    const daemon::test::threaded_server closed(
        daemon::test::saying("HTTP/1.1 407 Who are you\r\n\r\n"));
    where.proxy->port = closed.port();
    client asks(context.get_executor(), where, {}, never);
    const auto refused = ask(asks, context);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.contains("gives no way"));
}

TEST_CASE("a key is not in what a failure says", "[models]")
{
    const scripted_provider model(R"({"turns": [{"http": {"status": 400,
        "type": "invalid_request_error", "message": "the key sk-secret-7 is odd"}}]})");
    asio::io_context context;
    client asks(context.get_executor(), model.as(provider_kind::anthropic, "sk-secret-7"));
    const auto refused = ask(asks, context);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == failure_kind::bad_request);
    CHECK(refused.error().message.contains("is odd"));
    CHECK_FALSE(refused.error().message.contains("sk-secret-7"));
}

TEST_CASE("many prompts at once are kept apart", "[models]")
{
    const scripted_provider model(R"({"conversations": [{"when": "", "repeat_last": true,
        "turns": [{"text": "The same for everybody.", "pause_ms": 1}]}]})");
    asio::io_context context;
    client asks(context.get_executor(), model.as(provider_kind::openai), with_late_ends);
    std::vector<std::string> said(50);
    for (auto& to : said)
        asio::co_spawn(context, ask_and_note(asks, to), asio::detached);
    context.run_for(20s);
    for (const auto& each : said)
        CHECK(each == "The same for everybody.");
    CHECK(asks.idle_connections() == client_limits{}.idle_connections);
}

TEST_CASE("a client without its authorities is not made", "[models]")
{
    asio::io_context context;
    provider where{.address = usual_address(provider_kind::anthropic),
                   .model = "m",
                   .ca_file = "/nowhere/ca.pem"};
    CHECK_THROWS_AS(client(context.get_executor(), where), std::runtime_error);
}

} // namespace thimble::service::models::test
