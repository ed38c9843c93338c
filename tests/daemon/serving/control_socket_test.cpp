// The control socket: who may ask, what is answered, and what bad input gets.
#include "daemon/control/control_client.hpp"
#include "daemon/control/control_peer.hpp"
#include "daemon/serving/control_socket.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/execution/executor_fixture.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/local/connect_pair.hpp>
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

/// A host without phones behind a control socket, on a thread of its own.
class served_host {
public:
    served_host()
    {
        REQUIRE(socket_.open());
        asio::co_spawn(context_, socket_.run(),
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
    fs::path path() const { return control_socket::path_in(directory_.path()); }

    control_answer ask(const control_request& what) const
    {
        auto answer = ask_control(path(), what, std::chrono::seconds(10));
        REQUIRE(answer);
        return std::move(*answer);
    }

    /// What comes back for these bytes, until the server closes.
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
    control_socket socket_{context_.get_executor(), control_socket::path_in(directory_.path()),
                           host_, log_};
    asio::cancellation_signal stop_;
    std::thread home_;
};

std::string code_of(const std::string& line)
{
    const auto record = nlohmann::json::parse(line, nullptr, false);
    REQUIRE(record.is_object());
    CHECK(record.at("message").is_string());
    CHECK(record.at("context").is_object());
    return record.at("error").get<std::string>();
}

} // namespace

TEST_CASE("a running thimbled tells its status", "[daemon]")
{
    const served_host host;
    const auto answer = host.ask(status_request{});
    CHECK(answer.record.at("pid") == ::getpid());
    CHECK(answer.record.at("phones").empty());
    CHECK_FALSE(answer.failed());
}

TEST_CASE("a thimbled that serves no pages has no link to them", "[daemon]")
{
    const served_host host;
    CHECK(host.ask(sign_in_request{}).record.at("error") == "UNSUPPORTED_ACTION");
}

TEST_CASE("phones are listed also when there are none", "[daemon]")
{
    const served_host host;
    const auto answer = host.ask(debug_request{.action = "phones", .phone = {}});
    CHECK(answer.record.at("phones") == nlohmann::json::array());
}

TEST_CASE("an action without a phone says what is missing", "[daemon]")
{
    const served_host host;
    const auto unnamed = host.ask(debug_request{.action = "tap 1 2", .phone = {}});
    CHECK(unnamed.record.at("error") == "NO_PHONES_CONNECTED");
    const auto named = host.ask(debug_request{.action = "tap 1 2", .phone = "00008130-AB"});
    CHECK(named.record.at("error") == "PHONE_NOT_CONNECTED");
    CHECK(named.record.at("context").at("phone") == "00008130-AB");
}

TEST_CASE("the daemon never writes the file that a screenshot names", "[daemon]")
{
    const served_host host;
    const auto file = host.directory() / "picture.png";
    const auto answer =
        host.ask(debug_request{.action = "screenshot " + file.string(), .phone = {}});
    CHECK(answer.failed());
    CHECK_FALSE(fs::exists(file));
}

TEST_CASE("bad requests get an error record", "[daemon]")
{
    const served_host host;
    CHECK(code_of(host.say("nonsense\n")) == "INVALID_JSON");
    CHECK(code_of(host.say("\n")) == "INVALID_JSON");
    CHECK(code_of(host.say("{\"request\":\"status\"")) == "REQUEST_TIMEOUT"); // no end of the line
    CHECK(code_of(host.say("[]\n")) == "INVALID_ARGUMENT");
    CHECK(code_of(host.say("{}\n")) == "INVALID_ARGUMENT");
    CHECK(code_of(host.say("{\"request\":7}\n")) == "INVALID_ARGUMENT");
    CHECK(code_of(host.say("{\"request\":\"reboot\"}\n")) == "INVALID_ARGUMENT");
    CHECK(code_of(host.say("{\"request\":\"debug\"}\n")) == "INVALID_ARGUMENT");
    CHECK(code_of(host.say("{\"request\":\"debug\",\"action\":1}\n")) == "INVALID_ARGUMENT");
    CHECK(code_of(host.say("{\"request\":\"debug\",\"action\":\"dance\"}\n")) ==
          "INVALID_ARGUMENT");
    CHECK(code_of(host.say("{\"request\":\"debug\",\"action\":\"home\",\"phone\":null}\n")) ==
          "INVALID_ARGUMENT");
    CHECK(code_of(host.say(std::string(longest_request + 1, ' '))) == "PAYLOAD_TOO_LARGE");
    CHECK_FALSE(host.ask(status_request{}).failed());
}

TEST_CASE("a client that leaves at once harms nobody", "[daemon]")
{
    const served_host host;
    for (int i = 0; i < 100; ++i)
        CHECK(live_control_sockets(host.directory()).size() == 1);
    CHECK_FALSE(host.ask(status_request{}).failed());
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
    const auto answer = ask_control(dead, status_request{}, std::chrono::seconds(5));
    REQUIRE_FALSE(answer);
    CHECK(answer.error().find(dead.string()) != std::string::npos);

    auto records = open_journal(directory.path() / "journal");
    auto log = silent_log();
    phone_host host(context.get_executor(), {}, records, log);
    control_socket socket(context.get_executor(), control_socket::path_in(directory.path()), host,
                          log);
    REQUIRE(socket.open());
    CHECK_FALSE(fs::exists(dead));
}

TEST_CASE("whoever does not answer is not waited for", "[daemon]")
{
    const e2e::temporary_directory directory;
    asio::io_context context(1);
    const auto path = directory.path() / "silent.sock";
    const protocol::acceptor silent(context, protocol::endpoint(path.string()));
    const auto answer = ask_control(path, status_request{}, std::chrono::milliseconds(100));
    REQUIRE_FALSE(answer);
    CHECK(answer.error().find("within 100 ms") != std::string::npos);
}

TEST_CASE("a socket whose path is too long is an error, not an end", "[daemon]")
{
    const e2e::temporary_directory directory;
    const fs::path path = directory.path() / std::string(120, 'x');
    CHECK_FALSE(ask_control(path, status_request{}, std::chrono::seconds(1)));
    asio::io_context context(1);
    auto records = open_journal(directory.path() / "journal");
    auto log = silent_log();
    phone_host host(context.get_executor(), {}, records, log);
    control_socket socket(context.get_executor(), path, host, log);
    const auto opened = socket.open();
    REQUIRE_FALSE(opened);
    CHECK(opened.error().find(path.string()) != std::string::npos);
}

TEST_CASE("the kernel tells who is at the other end", "[daemon]")
{
    asio::io_context context(1);
    protocol::socket one(context);
    protocol::socket other(context);
    asio::local::connect_pair(one, other);
    CHECK(peer_user(one.native_handle()) == ::geteuid());
    CHECK(peer_user(-1) == std::nullopt);
}

TEST_CASE("messages survive the wire", "[daemon]")
{
    const debug_request debug{.action = "tap 1 2", .phone = "00008130-AB"};
    CHECK(parse_request(to_line(debug)) == control_request(debug));
    CHECK(parse_request(to_line(status_request{})) == control_request(status_request{}));
    CHECK(parse_request(to_line(sign_in_request{})) == control_request(sign_in_request{}));

    control_answer answer;
    answer.record["ok"] = true;
    answer.picture = std::string("\x89PNG\n", 5);
    const auto head = parse_answer(to_line(answer));
    REQUIRE(head);
    CHECK(head->record == answer.record);
    CHECK(head->picture_bytes == 5);
    CHECK_FALSE(parse_answer("[]\n"));
    CHECK_FALSE(parse_answer(R"({"picture_bytes":-1})"));
    CHECK_FALSE(parse_answer(R"({"picture_bytes":1e300})"));
    CHECK_FALSE(parse_answer(R"({"picture_bytes":18446744073709551615})"));
}

} // namespace thimble::daemon
