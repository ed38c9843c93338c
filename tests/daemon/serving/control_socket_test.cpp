// The control socket: who may ask, what is answered, and what bad input gets.
#include "daemon/control/control_client.hpp"
#include "daemon/control/control_sockets.hpp"
#include "daemon/serving/control_handler.hpp"
#include "http/listener.hpp"
#include "http/peer_user.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/execution/executor_fixture.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace thimble::daemon {

namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using protocol = asio::local::stream_protocol;
using service::http::local_request;
using service::http::make_local_request;
using verb = boost::beast::http::verb;

/// Says which path it was asked for.
class echo final : public service::http::handler {
public:
    bool wants_body(const service::http::request& /*what*/) override { return true; }

    asio::awaitable<service::http::response> handle(const service::http::request& what,
                                                    service::http::caller& /*from*/) override
    {
        co_return to_response(
            {.record = {{"beside", std::string(what.head.target())}}, .picture = {}});
    }

    service::http::response refuse(service::http::refusal /*why*/) override { return {}; }
};

/// A host without phones behind a control socket, on a thread of its own.
class served_host {
public:
    explicit served_host(service::http::handler* beside = nullptr)
    {
        answers_.set_beside(beside);
        socket_.open(path());
        asio::co_spawn(context_, socket_.run(std::chrono::milliseconds(100)),
                       asio::bind_cancellation_slot(stop_.slot(), asio::detached));
        home_ = std::thread([this] { context_.run(); });
    }
    served_host(const served_host&) = delete;
    served_host& operator=(const served_host&) = delete;
    ~served_host()
    {
        asio::post(context_, [this] { stop_.emit(asio::cancellation_type::terminal); });
        home_.join();
    }

    const fs::path& directory() const { return directory_.path(); }
    fs::path path() const { return control_socket_in(directory_.path()); }

    control_answer ask(const local_request& what) const
    {
        auto answer = ask_control(path(), what, std::chrono::seconds(10));
        REQUIRE(answer);
        return std::move(*answer);
    }

    /// The code of the error that a body gets.
    std::string code_for(const std::string& body) const
    {
        const auto answer = ask(make_local_request(verb::post, "/local/v1/tap", body));
        CHECK(answer.record.at("message").is_string());
        CHECK(answer.record.at("context").is_object());
        return answer.record.at("error");
    }

    /// The answer to these bytes, until the server closes.
    std::string say(const std::string& bytes) const
    {
        asio::io_context context;
        protocol::socket client(context);
        client.connect(protocol::endpoint(path().string()));
        boost::system::error_code ended; // an answer may come before everything has been sent
        asio::write(client, asio::buffer(bytes), ended);
        std::string answer;
        asio::read(client, asio::dynamic_buffer(answer), ended);
        return answer;
    }

private:
    e2e::temporary_directory directory_;
    std::shared_ptr<spdlog::logger> log_ = silent_log();
    journal records_ = open_journal(directory_.path() / "journal");
    asio::io_context context_{1};
    phone_host host_{context_.get_executor(), {}, records_, log_};
    control_handler answers_{context_.get_executor(), host_, log_};
    service::http::listener socket_{context_.get_executor(),
                                    answers_,
                                    {.request_time = std::chrono::milliseconds(500)},
                                    {},
                                    nullptr,
                                    log_};
    asio::cancellation_signal stop_;
    std::thread home_;
};

} // namespace

TEST_CASE("a running thimbled tells its status", "[daemon]")
{
    const served_host host;
    const auto answer = host.ask(status_request());
    CHECK(answer.record.at("pid") == ::getpid());
    CHECK(answer.record.at("phones").empty());
    CHECK_FALSE(answer.failed());
}

TEST_CASE("a thimbled that serves no pages has no link to them", "[daemon]")
{
    const served_host host;
    CHECK(host.ask(sign_in_request()).record.at("error") == "UNSUPPORTED_ACTION");
}

TEST_CASE("phones are listed also when there are none", "[daemon]")
{
    const served_host host;
    const auto answer = host.ask(phones_request());
    CHECK(answer.record.at("phones") == nlohmann::json::array());
}

TEST_CASE("an action without a phone says what is missing", "[daemon]")
{
    const served_host host;
    const nlohmann::json place{{"x", 1}, {"y", 2}};
    const auto unnamed = host.ask(action_request("tap", {}, place));
    CHECK(unnamed.record.at("error") == "NO_PHONES_CONNECTED");
    const auto named = host.ask(action_request("tap", "00008130-AB", place));
    CHECK(named.record.at("error") == "PHONE_NOT_CONNECTED");
    CHECK(named.record.at("context").at("phone") == "00008130-AB");
}

TEST_CASE("a runner is not switched where there is no phone", "[daemon]")
{
    const served_host host;
    for (const auto* what : {"start", "stop"}) {
        CHECK(host.ask(runner_request(what, {})).record.at("error") == "NO_PHONES_CONNECTED");
        CHECK(host.ask(runner_request(what, "Ada's iPhone")).record.at("error") ==
              "PHONE_NOT_CONNECTED");
    }
    CHECK(host.ask(runner_request("dance", {})).record.at("error") == "NOT_FOUND");
    CHECK(host.ask(make_local_request(verb::get, "/local/v1/runner/stop", {})).record.at("error") ==
          "METHOD_NOT_ALLOWED");
}

TEST_CASE("the daemon never writes the file that a screenshot names", "[daemon]")
{
    const served_host host;
    const auto file = host.directory() / "picture.png";
    const auto answer = host.ask(action_request("screenshot", {}, {{"file", file.string()}}));
    CHECK(answer.failed());
    CHECK_FALSE(fs::exists(file));
}

TEST_CASE("bad requests over the control socket get an error record", "[daemon]")
{
    const served_host host;
    for (const auto* wrong : {"nonsense", R"({"x": 1)"})
        CHECK(host.code_for(wrong) == "INVALID_JSON");
    for (const auto* wrong :
         {"[]", "{}", R"({"x": 1})", R"({"x": 1, "y": "2"})", R"({"x": 1, "y": null})",
          R"({"x": -1, "y": 2})", R"({"x": 1, "y": 99999999999})"})
        CHECK(host.code_for(wrong) == "INVALID_ARGUMENT");
    CHECK(host.code_for(std::string(2UL * 1024 * 1024, ' ')) == "PAYLOAD_TOO_LARGE");
    const auto code_at = [&](verb method, const char* target) {
        return host.ask(make_local_request(method, target, {})).record.at("error");
    };
    for (const auto* elsewhere : {"/", "/v1/phones", "/local/v1", "/local/v1/dance",
                                  "/local/v1/phones/00008130-AB", "/local/v1/phones/a/phones"})
        CHECK(code_at(verb::post, elsewhere) == "NOT_FOUND");
    CHECK(code_at(verb::get, "/local/v1/home") == "METHOD_NOT_ALLOWED");
    CHECK(code_at(verb::post, "/local/v1/status") == "METHOD_NOT_ALLOWED");
    CHECK(code_at(verb::get, "/local/v1/sign-in-links") == "METHOD_NOT_ALLOWED");
    CHECK_FALSE(host.ask(status_request()).failed());
}

TEST_CASE("what is no request gets an error record, and in time", "[daemon]")
{
    const served_host host;
    CHECK(host.say("nonsense\r\n\r\n").contains("\"BAD_REQUEST\""));
    CHECK(host.say("GET /local/v1/status HTTP/1.1\r\n").contains("\"REQUEST_TIMEOUT\""));
    CHECK_FALSE(host.ask(status_request()).failed());
}

TEST_CASE("an action has the paths that it has in REST", "[daemon]")
{
    const served_host host;
    const nlohmann::json button{{"selector", "the Save button"}};
    for (const auto* name : {"tap-select", "tap/select"})
        CHECK(host.ask(action_request(name, {}, button)).record.at("error") ==
              "NO_PHONES_CONNECTED");
    CHECK(host.ask(action_request("home", {}, nullptr)).record.at("error") == "INVALID_ARGUMENT");
    CHECK(host.ask(make_local_request(verb::post, "/local/v1/home", {})).record.at("error") ==
          "NO_PHONES_CONNECTED");
}

TEST_CASE("what is asked beside the phones of this machine is answered by others", "[daemon]")
{
    echo others;
    const served_host host(&others);
    const auto asked = host.ask(make_local_request(verb::get, "/v1/phones", {}));
    CHECK(asked.record.at("beside") == "/v1/phones");
    CHECK(host.ask(phones_request()).record.contains("phones"));
}

TEST_CASE("a client that leaves at once harms nobody", "[daemon]")
{
    const served_host host;
    for (int i = 0; i < 100; ++i)
        CHECK(live_control_sockets(host.directory()).size() == 1);
    CHECK_FALSE(host.ask(status_request()).failed());
}

TEST_CASE("the socket is private and goes with its process", "[daemon]")
{
    fs::path path;
    {
        const served_host host;
        path = host.path();
        struct stat about = {};
        REQUIRE(::stat(path.c_str(), &about) == 0);
        CHECK((about.st_mode & 0777U) == 0600U);
    }
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("sockets of processes that died are neither asked nor kept", "[daemon]")
{
    const e2e::temporary_directory directory;
    asio::io_context context(1);
    const fs::path dead = directory.path() / "control-2147483647.sock"; // beyond any process
    {
        const protocol::acceptor left_behind(context, protocol::endpoint(dead.string()));
    }
    REQUIRE(fs::exists(dead));
    CHECK(live_control_sockets(directory.path()).empty());
    const auto answer = ask_control(dead, status_request(), std::chrono::seconds(5));
    REQUIRE_FALSE(answer);
    CHECK(answer.error().find(dead.string()) != std::string::npos);
    remove_dead_sockets(directory.path());
    CHECK_FALSE(fs::exists(dead));
}

TEST_CASE("whoever does not answer is not waited for", "[daemon]")
{
    const e2e::temporary_directory directory;
    asio::io_context context(1);
    const auto path = directory.path() / "silent.sock";
    const protocol::acceptor silent(context, protocol::endpoint(path.string()));
    const auto answer = ask_control(path, status_request(), std::chrono::milliseconds(100));
    REQUIRE_FALSE(answer);
    CHECK(answer.error().find("within 100 ms") != std::string::npos);
}

TEST_CASE("a socket whose path is too long is an error, not an end", "[daemon]")
{
    const e2e::temporary_directory directory;
    const fs::path path = directory.path() / std::string(120, 'x');
    CHECK_FALSE(ask_control(path, status_request(), std::chrono::seconds(1)));
    asio::io_context context(1);
    auto records = open_journal(directory.path() / "journal");
    auto log = silent_log();
    phone_host host(context.get_executor(), {}, records, log);
    control_handler answers(context.get_executor(), host, log);
    service::http::listener socket(context.get_executor(), answers, {}, {}, nullptr, log);
    CHECK_THROWS_WITH(socket.open(path),
                      "Cannot make the socket " + path.string() + ": File name too long");
}

TEST_CASE("the kernel tells who is at the other end", "[daemon]")
{
    asio::io_context context(1);
    protocol::socket one(context);
    protocol::socket other(context);
    asio::local::connect_pair(one, other);
    CHECK(service::http::peer_user(one.native_handle()) == ::geteuid());
    CHECK(service::http::peer_user(-1) == std::nullopt);
}

TEST_CASE("a picture comes with its record beside it", "[daemon]")
{
    control_answer taken;
    taken.record["ok"] = true;
    taken.record["name"] = "Zoë\r\n"; // no line of a head may end there
    taken.picture = std::string("\x89PNG\n", 5);
    const auto sent = to_response(taken);
    CHECK(sent.status == 200);
    CHECK(std::get<std::string>(sent.body) == taken.picture);
    const auto beside =
        std::ranges::find(sent.headers, record_header, &std::pair<std::string, std::string>::first);
    REQUIRE(beside != sent.headers.end());
    CHECK(nlohmann::ordered_json::parse(beside->second) == taken.record);
    CHECK(std::ranges::all_of(beside->second, [](char each) { return each >= ' ' && each < 127; }));
}

} // namespace thimble::daemon
