// Over standard input and output: a message a line.
#include "mcp/stdio/connection.hpp"
#include "tests/mcp/in_process.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <sstream>
#include <unistd.h>

namespace thimble::mcp::test {

using nlohmann::json;

namespace {

using descriptor = boost::asio::posix::stream_descriptor;

/// A server over two pipes, and what it writes.
class piped_server {
public:
    explicit piped_server(stdio::connection_settings settings = {})
    {
        std::array<int, 2> to{};
        std::array<int, 2> from{};
        REQUIRE(::pipe(to.data()) == 0);
        REQUIRE(::pipe(from.data()) == 0);
        in_ = to[1];
        client_.emplace(in.served, principal{.id = "someone"}, descriptor(in.home, to[0]),
                        descriptor(in.home, from[1]), settings);
        output_.emplace(in.home, from[0]);
        boost::asio::co_spawn(in.home, client_->run(),
                              [this](const std::exception_ptr&) { ended_ = true; });
        read_more();
    }
    piped_server(const piped_server&) = delete;
    piped_server& operator=(const piped_server&) = delete;
    ~piped_server()
    {
        close_input();
        run_until(in.home, [&] { return ended_; });
        output_->close();
        in.home.restart();
        in.home.poll();
    }

    void write_text(const std::string& text)
    {
        CHECK(::write(in_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    }
    void write(const json& message) { write_text(message.dump() + "\n"); }

    void close_input()
    {
        if (in_ >= 0)
            ::close(in_);
        in_ = -1;
    }

    bool ended() const { return ended_; }

    /// The messages so far.
    std::vector<json> messages() const
    {
        std::vector<json> out;
        std::istringstream lines(written_);
        for (std::string line; std::getline(lines, line) && !lines.eof();)
            out.push_back(json::parse(line)); // nothing else is there
        return out;
    }

    std::vector<json> wait_for(std::size_t count)
    {
        run_until(in.home, [&] { return messages().size() >= count; });
        return messages();
    }

    in_process in;

private:
    void read_more()
    {
        output_->async_read_some(boost::asio::buffer(chunk_),
                                 [this](boost::system::error_code failed, std::size_t count) {
                                     written_.append(chunk_.data(), count);
                                     if (!failed)
                                         read_more();
                                 });
    }

    int in_ = -1;
    std::optional<stdio::connection> client_;
    std::optional<descriptor> output_;
    std::array<char, 4096> chunk_{};
    std::string written_;
    bool ended_ = false;
};

json modern_request(json id, const char* method, json params = json::object())
{
    return {{"jsonrpc", "2.0"},
            {"id", std::move(id)},
            {"method", method},
            {"params", modern_params(std::move(params))}};
}

json opening(const char* revision)
{
    return {{"jsonrpc", "2.0"},
            {"id", "open"},
            {"method", "initialize"},
            {"params",
             {{"protocolVersion", revision},
              {"capabilities", json::object()},
              {"clientInfo", json::object()}}}};
}

json legacy_request(json id, const char* method, json params = json::object())
{
    return {{"jsonrpc", "2.0"}, {"id", std::move(id)}, {"method", method}, {"params", params}};
}

/// One tool, which waits until it is cancelled.
class waiting_catalogue : public catalogue {
public:
    features offers() const override { return {.tools = true}; }
    std::vector<tool> tools(const principal& /*who*/) override { return {named_tool("wait", "")}; }
    boost::asio::awaitable<outcome<tool_result>>
    call_tool(std::string_view /*name*/, const json& /*arguments*/, call& /*of*/) override
    {
        struct until_left {
            bool& left;
            ~until_left() { left = true; }
        };
        const until_left mark{left};
        begun = true;
        co_await pause_for(std::chrono::hours(1));
        co_return text_result("too late");
    }

    bool begun = false;
    bool left = false;
};

} // namespace

TEST_CASE("both eras are served on the same pipes", "[mcp]")
{
    piped_server server;
    server.write(modern_request(1, "server/discover"));
    CHECK(server.wait_for(1)[0]["result"]["supportedVersions"][0] == "2026-07-28");
    server.write(legacy_request(2, "tools/list"));
    CHECK(server.wait_for(2)[1]["error"]["code"] == code::invalid_params);
    server.write(opening("2025-06-18"));
    CHECK(server.wait_for(3)[2]["result"]["protocolVersion"] == "2025-06-18");
    server.write(legacy_request(2, "tools/list"));
    CHECK(server.wait_for(4)[3]["result"].contains("tools"));
}

TEST_CASE("what is no message is answered, and the next one is taken", "[mcp]")
{
    stdio::connection_settings settings;
    settings.limits.bytes = 1000;
    piped_server server(settings);
    server.write_text("nonsense\n\n  \r\n");
    CHECK(server.wait_for(1)[0]["error"]["code"] == code::parse_error);
    server.write_text(std::string(50'000, 'x') + "\n");
    CHECK(server.wait_for(2)[1]["error"]["code"] == code::invalid_request);
    server.write_text(modern_request("a", "server/discover").dump() + "\r\n");
    CHECK(server.wait_for(3)[2]["id"] == "a");
}

TEST_CASE("a request is cancelled by a notification and has no answer", "[mcp]")
{
    piped_server server;
    server.write(modern_request(1, "subscriptions/listen", {{"notifications", json::object()}}));
    server.wait_for(1);
    server.write(json{
        {"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", 1}}}});
    server.write(modern_request(2, "server/discover"));
    CHECK(server.wait_for(2)[1]["id"] == 2);
    server.close_input();
    run_until(server.in.home, [&] { return server.ended(); });
    CHECK(server.messages().size() == 2); // the acknowledgement and the second answer
}

TEST_CASE("arrays are taken where the revision has them", "[mcp]")
{
    const auto batch = json::array({legacy_request(1, "ping"), 7, legacy_request(2, "tools/list")});
    piped_server old;
    old.write(opening("2025-03-26"));
    old.wait_for(1);
    old.write(batch);
    const auto answers = old.wait_for(2)[1];
    REQUIRE(answers.is_array());
    CHECK(answers.size() == 3);

    piped_server later;
    later.write(opening("2025-06-18"));
    later.wait_for(1);
    later.write(batch);
    CHECK(later.wait_for(2)[1]["error"]["code"] == code::invalid_request);
}

TEST_CASE("a connection that is cut off leaves nothing under way", "[mcp]")
{
    waiting_catalogue own;
    in_process in(own);
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    REQUIRE(::pipe(to.data()) == 0);
    REQUIRE(::pipe(from.data()) == 0);
    stdio::connection client(in.served, {.id = "someone"}, descriptor(in.home, to[0]),
                             descriptor(in.home, from[1]));
    boost::asio::cancellation_signal cut;
    bool ended = false;
    const auto note_end = [&](const std::exception_ptr&) { ended = true; };
    boost::asio::co_spawn(in.home, client.run(),
                          boost::asio::bind_cancellation_slot(cut.slot(), note_end));
    const auto line = modern_request(1, "tools/call", {{"name", "wait"}}).dump() + "\n";
    REQUIRE(::write(to[1], line.data(), line.size()) == static_cast<ssize_t>(line.size()));
    run_until(in.home, [&] { return own.begun; });
    cut.emit(boost::asio::cancellation_type::terminal);
    run_until(in.home, [&] { return ended; });
    CHECK(own.left);
    ::close(to[1]);
    ::close(from[0]);
}

TEST_CASE("the server ends when its input does, after the answers that are under way", "[mcp]")
{
    piped_server server;
    server.write(modern_request(1, "tools/call", {{"name", "test_tool_with_progress"}}));
    server.close_input();
    run_until(server.in.home, [&] { return server.ended() && !server.messages().empty(); });
    CHECK(server.messages().back()["id"] == 1);
}

} // namespace thimble::mcp::test
