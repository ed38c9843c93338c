#include "tests/daemon/uplink/scripted_service.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>

namespace thimble::daemon::test {

namespace asio = boost::asio;
namespace http = boost::beast::http;

namespace {

asio::awaitable<void> answer_request(script what, tcp_socket client)
{
    boost::beast::flat_buffer received;
    http_request request;
    co_await http::async_read(client, received, request, asio::use_awaitable);
    const auto text = what(request);
    co_await asio::async_write(client, asio::buffer(text), asio::use_awaitable);
}

} // namespace

std::string json_answer(int status, const std::string& body)
{
    return "HTTP/1.1 " + std::to_string(status) +
           " Said\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
}

part answering(script what)
{
    return [what = std::move(what)](tcp_socket client) {
        return answer_request(what, std::move(client));
    };
}

scripted_service::scripted_service(script what)
    : script_(std::move(what)),
      server_(answering([this](const http_request& one) { return answer(one); }))
{
}

std::string scripted_service::url() const
{
    return "http://127.0.0.1:" + std::to_string(server_.port());
}

std::vector<std::string> scripted_service::requests() const
{
    const std::scoped_lock lock(mutex_);
    return requests_;
}

std::string scripted_service::answer(const http_request& what)
{
    {
        const std::scoped_lock lock(mutex_);
        requests_.push_back(std::string(what.method_string()) + " " + std::string(what.target()));
    }
    return script_(what);
}

namespace enrolment {

std::string offer()
{
    return json_answer(201, std::string(R"({"id":")") + id +
                                R"(","code":"BCDF-GHJK","poll_token":")" + poll_token +
                                R"(","expires_at":"2126-11-21T00:00:00.000Z","interval_s":1})");
}

std::string pending()
{
    return json_answer(200, std::string(R"({"id":")") + id + R"(","status":"pending"})");
}

std::string approved()
{
    return json_answer(200, std::string(R"({"id":")") + id +
                                R"(","status":"approved","desktop_id":")" + desktop_id +
                                R"(","token":")" + token + R"(","name":"Ada's desk"})");
}

std::string expired()
{
    return json_answer(200, std::string(R"({"id":")") + id + R"(","status":"expired"})");
}

} // namespace enrolment

} // namespace thimble::daemon::test
