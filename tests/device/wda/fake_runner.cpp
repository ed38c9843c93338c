#include "tests/device/wda/fake_runner.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>

namespace thimble::tests {

namespace asio = boost::asio;
namespace http = boost::beast::http;

struct fake_runner::connection {
    asio::local::stream_protocol::socket socket;
    int number = 0;
};

answered value(const std::string& json, const std::string& session)
{
    const auto id = session.empty() ? "null" : "\"" + session + "\"";
    return {.status = 200, .body = R"({"value" : )" + json + R"(, "sessionId" : )" + id + "}"};
}

answered error(unsigned status, const std::string& code, const std::string& message)
{
    return {.status = status,
            .body = R"({"value" : {"error" : ")" + code + R"(", "message" : ")" + message +
                    R"(", "traceback" : ""}, "sessionId" : null})"};
}

device::port_opener fake_runner::opener()
{
    return [this] { return open(); };
}

asio::awaitable<device::result<device::port_stream>> fake_runner::open()
{
    if (!listening_)
        co_return std::unexpected(device::failure{.what = device::problem::refused,
                                                  .message = "nothing listens",
                                                  .cause = "port_refused"});
    asio::local::stream_protocol::socket ours(context_);
    asio::local::stream_protocol::socket theirs(context_);
    asio::local::connect_pair(ours, theirs);
    auto peer = std::make_shared<connection>(
        connection{.socket = std::move(ours), .number = ++connections_});
    open_.push_back(peer);
    asio::co_spawn(context_, serve(peer), asio::detached);
    co_return device::port_stream(std::move(theirs));
}

asio::awaitable<void> fake_runner::serve(std::shared_ptr<connection> peer)
{
    boost::beast::flat_buffer buffer;
    for (;;) {
        http::request<http::string_body> request;
        boost::system::error_code ec;
        co_await http::async_read(peer->socket, buffer, request,
                                  asio::redirect_error(asio::use_awaitable, ec));
        if (ec)
            co_return;
        log_.push_back({.method = std::string(request.method_string()),
                        .target = std::string(request.target()),
                        .body = request.body(),
                        .connection = peer->number});
        const auto answer = answer_to(log_.back());
        if (answer.how == answered::manner::hang_up)
            co_return peer->socket.close();
        if (answer.how == answered::manner::silence)
            continue;
        auto text = answer.body;
        if (answer.how == answered::manner::answer)
            text = "HTTP/1.1 " + std::to_string(answer.status) +
                   " x\r\nContent-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
        co_await asio::async_write(peer->socket, asio::buffer(text),
                                   asio::redirect_error(asio::use_awaitable, ec));
    }
}

answered fake_runner::answer_to(const asked& request)
{
    const auto what = request.method + " " + request.target;
    if (const auto effect = effects_.find(what); effect != effects_.end())
        effect->second();
    const auto found = fixed_.find(what);
    return found == fixed_.end() ? error(404, "unknown command", "Unhandled endpoint")
                                 : found->second;
}

void fake_runner::drop_connections()
{
    for (const auto& each : open_) {
        if (const auto alive = each.lock())
            alive->socket.close();
    }
    open_.clear();
}

std::vector<std::string> fake_runner::lines() const
{
    std::vector<std::string> lines;
    for (const auto& each : log_)
        lines.push_back(each.method + " " + each.target);
    return lines;
}

int fake_runner::count(const std::string& what) const
{
    return static_cast<int>(std::ranges::count(lines(), what));
}

} // namespace thimble::tests
