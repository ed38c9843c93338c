// Providers that refuse, are slow, break off, or say what is no reply.
#include "tests/e2e/eventually.hpp"
#include "tests/models/scripted_provider.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace thimble::service::models::test {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

struct outcome {
    answered answer;
    std::size_t asked = 0;
};

/// Outcome of one prompt to a provider with these turns.
outcome ask_scripted(const std::string& turns,
                     const client_limits& limits = {},
                     const retry_policy& retries = soon,
                     std::chrono::milliseconds deadline = 15s)
{
    const scripted_provider model(R"({"turns": [)" + turns + "]}");
    asio::io_context context;
    client asks(context.get_executor(), model.as(provider_kind::anthropic), limits, retries);
    auto answer = ask(asks, context, deadline);
    return {.answer = std::move(answer), .asked = model.requests().size()};
}

void check_failure(const outcome& came, failure_kind kind, std::size_t asked)
{
    REQUIRE_FALSE(came.answer);
    INFO(came.answer.error().message);
    CHECK(to_string(came.answer.error().kind) == to_string(kind));
    CHECK(came.asked == asked);
}

constexpr auto overloaded_twice = R"({"http": {"status": 529, "type": "overloaded_error"}},
    {"error": {"type": "overloaded_error", "message": "Overloaded"}}, {"text": "At last."})";

} // namespace

TEST_CASE("a provider that is overloaded is asked again", "[models]")
{
    const auto came = ask_scripted(overloaded_twice);
    REQUIRE(came.answer);
    CHECK(came.answer->text() == "At last.");
    CHECK(came.asked == 3);
}

TEST_CASE("tries have an end", "[models]")
{
    const auto came = ask_scripted(overloaded_twice, {}, {.tries = 2, .first_wait = 1ms});
    check_failure(came, failure_kind::overloaded, 2);
}

TEST_CASE("a provider that names a time is asked then", "[models]")
{
    const std::string limited =
        R"({"http": {"status": 429, "retry_after": "1"}}, {"text": "Yes."})";
    outcome came;
    const auto time = e2e::time_of([&] { came = ask_scripted(limited); });
    REQUIRE(came.answer);
    CHECK(time >= 1s);
    // Later than the prompt's deadline: nobody waits for that.
    const auto early =
        ask_scripted(R"({"http": {"status": 429, "retry_after": "60"}}, {"text": "no"})");
    check_failure(early, failure_kind::rate_limited, 1);
    CHECK(early.answer.error().retry_after == 60s);
}

TEST_CASE("what asking again does not help is not asked again", "[models]")
{
    check_failure(ask_scripted(R"({"http": {"status": 401}}, {"text": "no"})"),
                  failure_kind::refused_key, 1);
    check_failure(ask_scripted(R"({"http": {"status": 404}}, {"text": "no"})"),
                  failure_kind::no_such_model, 1);
    check_failure(ask_scripted(R"({"raw": "data: {]\n\n"}, {"text": "no"})"),
                  failure_kind::malformed, 1);
}

TEST_CASE("a reply that breaks off before it has said anything is asked for again", "[models]")
{
    const auto came = ask_scripted(R"({"text": "x", "cut_after": 0}, {"text": "x", "cut_after": 2},
                                      {"text": "Whole."})");
    REQUIRE(came.answer);
    CHECK(came.answer->text() == "Whole.");
    CHECK(came.asked == 3);
}

TEST_CASE("a reply that breaks off when something was told is not asked for again", "[models]")
{
    const scripted_provider model(
        R"({"turns": [{"text": "Half of it.", "cut_after": 5}, {"text": "no"}]})");
    asio::io_context context;
    client asks(context.get_executor(), model.as(provider_kind::anthropic), {}, soon);
    outcome came{.answer = ask(asks, context, 15s, [](const delta&) {})};
    came.asked = model.requests().size();
    check_failure(came, failure_kind::network, 1);
    CHECK(came.answer.error().told);
}

TEST_CASE("a reply that breaks off is asked for again where nobody was told", "[models]")
{
    const auto came = ask_scripted(R"({"text": "Half of it.", "cut_after": 5}, {"text": "All."})");
    REQUIRE(came.answer);
    CHECK(came.answer->text() == "All.");
    CHECK(came.answer->usage.input == 200); // of both: the one that broke off is billed, too
    CHECK(came.asked == 2);
}

TEST_CASE("a model that is silent on a kept connection is not asked once more", "[models]")
{
    const scripted_provider model(
        R"({"turns": [{"text": "One."}, {"text": "Two.", "delay_ms": 60000}, {"text": "no"}]})");
    asio::io_context context;
    auto impatient = with_late_ends;
    impatient.silence = 1s * e2e::slowdown(); // the first prompt is answered in that time
    client asks(context.get_executor(), model.as(provider_kind::openai), impatient, never);
    REQUIRE(ask(asks, context));
    REQUIRE(asks.idle_connections() == 1);
    const auto second = ask(asks, context);
    REQUIRE_FALSE(second);
    CHECK(to_string(second.error().kind) == to_string(failure_kind::timed_out));
    CHECK(model.requests().size() == 2);
}

TEST_CASE("what comes after a reply's end is not looked at", "[models]")
{
    const std::string whole =
        R"(data: {"choices": [{"delta": {"content": "Yes."}, "finish_reason": "stop"}]})"
        "\n\ndata: [DONE]\n\ndata: [DONE]\n\n";
    const scripted_provider model(
        nlohmann::json{{"turns", {{{"raw", whole}}, {{"raw", whole}}}}}.dump());
    asio::io_context context;
    client asks(context.get_executor(), model.as(provider_kind::openai), {}, never);
    const auto came = ask(asks, context);
    INFO((came ? "" : came.error().message));
    REQUIRE(came);
    CHECK(came->text() == "Yes.");
    CHECK_FALSE(came->usage.told);
}

TEST_CASE("bytes that come one at a time are a reply all the same", "[models]")
{
    const auto came = ask_scripted(R"({"text": "Slow but whole: Größe.", "piece": 1})");
    REQUIRE(came.answer);
    CHECK(came.answer->text() == "Slow but whole: Größe.");
}

TEST_CASE("bytes that are no reply are a failure", "[models]")
{
    for (const std::string raw :
         {R"(\u00ff\u00fe\u0000)", "<html>", R"(data: [1]\n\n)", "",
          R"(event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n)"}) {
        INFO(raw);
        const auto came = ask_scripted(R"({"raw": ")" + raw + "\"}", {}, never);
        REQUIRE_FALSE(came.answer);
    }
}

TEST_CASE("an answer that is larger than granted is refused", "[models]")
{
    client_limits small;
    small.answer_bytes = 4000;
    const auto came = ask_scripted(R"({"text": ")" + std::string(6000, 'x') + "\"}", small);
    check_failure(came, failure_kind::malformed, 1);
}

TEST_CASE("a provider that falls silent is given up", "[models]")
{
    client_limits impatient;
    impatient.silence = 1s * e2e::slowdown(); // the provider has taken the prompt by then
    const auto came =
        ask_scripted(R"({"text": "I think", "stall_after": 4}, {"text": "no"})", impatient, never);
    check_failure(came, failure_kind::timed_out, 1);
    const auto mute = ask_scripted(R"({"text": "x", "delay_ms": 60000})", impatient, never);
    REQUIRE_FALSE(mute.answer);
    CHECK(mute.answer.error().kind == failure_kind::timed_out);
}

TEST_CASE("a prompt ends by its deadline", "[models]")
{
    outcome came;
    const auto time = e2e::time_of(
        [&] { came = ask_scripted(R"({"text": "x", "stall_after": 1})", {}, soon, 200ms); });
    REQUIRE_FALSE(came.answer);
    CHECK(came.answer.error().kind == failure_kind::timed_out);
    CHECK(time < 10s * e2e::slowdown()); // starting the provider included
    const auto late = ask_scripted(R"({"text": "x"})", {}, soon, 0ms);
    check_failure(late, failure_kind::timed_out, 0);
}

TEST_CASE("a prompt is given up the moment it is cancelled", "[models]")
{
    const scripted_provider model(R"({"turns": [{"text": "I think", "stall_after": 4}]})");
    asio::io_context context;
    client asks(context.get_executor(), model.as(provider_kind::openai));
    asio::cancellation_signal stop;
    client::time stopped_at;
    client::time ended_at;
    bool aborted = false;
    const auto tell = [&](const delta&) {
        stopped_at = client::time::clock::now();
        asio::post(context, [&] { stop.emit(asio::cancellation_type::terminal); });
    };
    prompt what;
    what.messages = {{.parts = {std::string("Go.")}}};
    asio::co_spawn(context, asks.ask(what, tell, client::time::clock::now() + 15s),
                   asio::bind_cancellation_slot(
                       stop.slot(), [&](const std::exception_ptr& problem, const answered&) {
                           aborted = problem != nullptr;
                           ended_at = client::time::clock::now();
                       }));
    context.run_for(20s);
    CHECK(aborted);
    CHECK(ended_at - stopped_at < 10s); // it would have waited for 15 s
    CHECK(asks.idle_connections() == 0);
}

TEST_CASE("nobody at the address is a failure of the network", "[models]")
{
    asio::io_context context;
    // A port that was free a moment ago, and that nobody listens at now.
    std::uint16_t port = 0;
    {
        asio::ip::tcp::acceptor free_one(context, {asio::ip::address_v4::loopback(), 0});
        port = free_one.local_endpoint().port();
    }
    provider where{.kind = provider_kind::openai,
                   .address =
                       parse_model_address("http://127.0.0.1:" + std::to_string(port)).value(),
                   .model = "m"};
    client asks(context.get_executor(), where, {}, soon);
    const auto came = ask(asks, context);
    REQUIRE_FALSE(came);
    CHECK(came.error().kind == failure_kind::network);
}

} // namespace thimble::service::models::test
