#include "tests/device/wda/replayed_runner.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <nlohmann/json.hpp>

#include <fstream>

namespace thimble::tests {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

std::string http_response(unsigned status, const std::string& body)
{
    return "HTTP/1.1 " + std::to_string(status) +
           " x\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

} // namespace

std::vector<recorded_exchange> read_recording(const std::filesystem::path& file)
{
    std::ifstream lines(file);
    std::vector<recorded_exchange> exchanges;
    for (std::string line; std::getline(lines, line);) {
        const auto event = nlohmann::json::parse(line);
        if (event.at("event") != "exchange")
            continue;
        exchanges.push_back({.method = event.at("method"),
                             .target = event.at("target"),
                             .body = event.value("body", std::string()),
                             .status = event.at("status"),
                             .answer = event.at("answer")});
    }
    return exchanges;
}

replayed_runner::replayed_runner(asio::io_context& context,
                                 std::vector<recorded_exchange> exchanges)
    : context_(context), exchanges_(std::move(exchanges))
{
}

device::port_opener replayed_runner::opener()
{
    return [this] { return open(); };
}

asio::awaitable<device::result<device::port_stream>> replayed_runner::open()
{
    asio::local::stream_protocol::socket ours(context_);
    asio::local::stream_protocol::socket theirs(context_);
    asio::local::connect_pair(ours, theirs);
    asio::co_spawn(context_, serve(std::move(ours)), asio::detached);
    co_return device::port_stream(std::move(theirs));
}

asio::awaitable<void> replayed_runner::serve(asio::local::stream_protocol::socket socket)
{
    boost::beast::flat_buffer buffer;
    for (;;) {
        http::request<http::string_body> asked;
        boost::system::error_code ec;
        co_await http::async_read(socket, buffer, asked,
                                  asio::redirect_error(asio::use_awaitable, ec));
        if (ec)
            co_return;
        const auto answer = answer_to(std::string(asked.method_string()),
                                      std::string(asked.target()), asked.body());
        co_await asio::async_write(socket, asio::buffer(answer),
                                   asio::redirect_error(asio::use_awaitable, ec));
    }
}

std::string replayed_runner::answer_to(const std::string& method,
                                       const std::string& target,
                                       const std::string& body)
{
    if (finished()) {
        difference_ += method + " " + target + " was not recorded; ";
        return http_response(500, "{}");
    }
    const auto& expected = exchanges_[next_++];
    if (method != expected.method || target != expected.target || body != expected.body)
        difference_ += method + " " + target + " " + body + " instead of " + expected.method + " " +
                       expected.target + " " + expected.body + "; ";
    return http_response(expected.status, expected.answer);
}

} // namespace thimble::tests
