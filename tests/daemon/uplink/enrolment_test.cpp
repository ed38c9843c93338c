// The daemon's requests to enrol, and its reading of the answers.
#include "daemon/uplink/enrolment_client.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/uplink/scripted_service.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace thimble::daemon {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
namespace enrolment = test::enrolment;
using test::http_request;
using test::json_answer;

using offered = std::expected<enrolment_offer, connect_failure>;
using looked = std::expected<std::variant<enrolment_wait, identity>, connect_failure>;

template <class Value>
asio::awaitable<void> keep(asio::awaitable<Value> work, std::optional<Value>& out)
{
    out = co_await std::move(work);
}

/// A service that answers everything in the same way, and a client of it.
class enrolling {
public:
    offered ask(std::string answer)
    {
        answer_ = std::move(answer);
        return value_of(client_.ask("Ada's desk"));
    }

    looked look(std::string answer)
    {
        answer_ = std::move(answer);
        return value_of(
            client_.look({.id = enrolment::id, .code = "", .poll_token = enrolment::poll_token}));
    }

    http_request asked;

private:
    template <class Value>
    Value value_of(asio::awaitable<Value> work)
    {
        std::optional<Value> out;
        asio::co_spawn(context_, keep(std::move(work), out), asio::detached);
        const auto deadline = std::chrono::steady_clock::now() + 10s;
        while (!out && std::chrono::steady_clock::now() < deadline)
            context_.run_one_for(100ms);
        REQUIRE(out);
        return std::move(*out);
    }

    service_address address() const
    {
        return parse_service_address("http://127.0.0.1:" + std::to_string(server_.port())).value();
    }

    std::string answer_;
    asio::io_context context_{1};
    test::scripted_server server_{context_, test::answering([this](const http_request& one) {
                                      asked = one;
                                      return answer_;
                                  })};
    std::unique_ptr<connector> connector_ =
        connector::make(context_.get_executor(), {.service = address()}).value();
    enrolment_client client_{*connector_};
};

} // namespace

TEST_CASE_METHOD(enrolling, "an enrolment begins with a name and gets a code", "[daemon]")
{
    const auto offer = ask(enrolment::offer());
    REQUIRE(offer);
    CHECK(offer->id == enrolment::id);
    CHECK(offer->code == "BCDF-GHJK");
    CHECK(offer->poll_token == enrolment::poll_token);
    CHECK(offer->interval == 1s);
    CHECK(asked.method_string() == "POST");
    CHECK(asked.target() == "/v1/enrolments");
    CHECK(asked.body() == R"({"name":"Ada's desk"})");
    CHECK(asked[boost::beast::http::field::content_type] == "application/json");
    CHECK(asked.count(boost::beast::http::field::authorization) == 0);
}

TEST_CASE_METHOD(enrolling, "an enrolment is asked about with its poll token", "[daemon]")
{
    const auto pending = look(enrolment::pending());
    REQUIRE(pending);
    CHECK(std::get<enrolment_wait>(*pending) == enrolment_wait::pending);
    CHECK(asked.target() == std::string("/v1/enrolments/") + enrolment::id);
    CHECK(asked[boost::beast::http::field::authorization] ==
          std::string("Bearer ") + enrolment::poll_token);
    for (const auto& answer : {enrolment::expired(),
                               json_answer(404, R"({"error":"DATA_NOT_FOUND","message":"No."})")}) {
        const auto expired = look(answer);
        REQUIRE(expired);
        CHECK(std::get<enrolment_wait>(*expired) == enrolment_wait::expired);
    }
}

TEST_CASE_METHOD(enrolling, "an approved enrolment tells who this desktop is", "[daemon]")
{
    const auto approved = look(enrolment::approved());
    REQUIRE(approved);
    const auto& who = std::get<identity>(*approved);
    CHECK(who.service.starts_with("http://127.0.0.1:"));
    CHECK(who.desktop_id == enrolment::desktop_id);
    CHECK(who.token == enrolment::token);
    CHECK(who.name == "Ada's desk");
}

TEST_CASE_METHOD(enrolling, "what a service refuses is said in its words, harmlessly", "[daemon]")
{
    const auto refused = ask(json_answer(
        429, "{\"error\":\"RATE_LIMITED\",\"message\":\"Too \\u001b[31mmany.\",\"context\":{}}"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().step == connect_step::answer);
    CHECK(refused.error().message.find("Too  [31mmany.") != std::string::npos);
    CHECK(look(json_answer(503, "out of order")).error().message.find("503") != std::string::npos);
}

TEST_CASE("no control character of a service's message reaches a terminal", "[daemon]")
{
    const http_reply said{.status = 400, .record = {{"message", "go\u009b1m\x1b[2J\n\u2028on"}}};
    CHECK(said.message() == "go 1m [2J  on");
}

TEST_CASE_METHOD(enrolling, "an answer that makes no sense is a failure", "[daemon]")
{
    for (const auto& answer : std::vector<std::string>{
             "", "SSH-2.0-OpenSSH\r\n\r\n", json_answer(200, "<html>"), json_answer(201, "[]"),
             json_answer(201, "{}"), json_answer(301, "{}"), json_answer(200, R"({"status":7})"),
             json_answer(200, R"({"status":"approved"})"),
             json_answer(200, R"({"status":"approved","desktop_id":"x","token":"td_x"})"),
             json_answer(201, std::string(R"({"id":")") + enrolment::id +
                                  R"(","code":"\u001b[31m","poll_token":"p"})"),
             json_answer(201, std::string(R"({"id":")") + enrolment::id +
                                  R"(","code":"BCDF","poll_token":"p\r\nX: y"})"),
             json_answer(201, R"({"id":"../../v1/keys","code":"BCDF","poll_token":"p"})"),
             json_answer(200, std::string(longest_reply + 1, ' ')),
             "HTTP/1.1 200 Said\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
             "HTTP/1.1 200 Said\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n"}) {
        INFO(answer.substr(0, 120));
        const auto offer = ask(answer);
        REQUIRE_FALSE(offer);
        CHECK(offer.error().step == connect_step::answer);
        CHECK_FALSE(look(answer));
    }
}

TEST_CASE("a service that takes the request and never answers is given up", "[daemon]")
{
    asio::io_context context(1);
    const test::scripted_server silent(context, test::say_nothing);
    const auto address =
        parse_service_address("http://127.0.0.1:" + std::to_string(silent.port())).value();
    const auto over = connector::make(context.get_executor(), {.service = address}).value();
    std::optional<std::expected<http_reply, connect_failure>> reply;
    asio::co_spawn(context, keep(exchange(*over, {.target = "/v1/link"}, 100ms), reply),
                   asio::detached);
    const auto deadline = std::chrono::steady_clock::now() + 10s;
    while (!reply && std::chrono::steady_clock::now() < deadline)
        context.run_one_for(100ms);
    REQUIRE(reply);
    REQUIRE_FALSE(*reply);
    CHECK(reply->error().step == connect_step::answer);
    CHECK(reply->error().timed_out);
}

TEST_CASE_METHOD(enrolling, "the service's interval is kept within bounds", "[daemon]")
{
    const auto interval_of = [this](const std::string& text) {
        const auto offer =
            ask(json_answer(201, std::string(R"({"id":")") + enrolment::id +
                                     R"(","code":"BCDF","poll_token":"p")" + text + "}"));
        REQUIRE(offer);
        return offer->interval;
    };
    CHECK(interval_of("") == 5s);
    CHECK(interval_of(R"(,"interval_s":0)") == 1s);
    CHECK(interval_of(R"(,"interval_s":-9)") == 1s);
    CHECK(interval_of(R"(,"interval_s":9999999999)") == 60s);
    CHECK(interval_of(R"(,"interval_s":"soon")") == 5s);
}

} // namespace thimble::daemon
