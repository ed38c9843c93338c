#include "tests/service/http_client.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/service/running_service.hpp"
#include "text/ascii.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include <poll.h>
#include <stdexcept>

namespace thimble::service::test {

namespace asio = boost::asio;
namespace beast = boost::beast;

std::string reply::field(const std::string& name) const
{
    const auto found = fields.find(name);
    return found == fields.end() ? "" : found->second;
}

http_client::http_client(std::uint16_t port)
{
    socket_.connect({asio::ip::address_v4::loopback(), port});
}

reply http_client::get(const std::string& target, const headers& more)
{
    headers fields{{"X-API-Key", api_key}};
    fields.insert(more.begin(), more.end());
    return ask("GET", target, fields);
}

reply http_client::post(const std::string& target, const std::string& body, const headers& more)
{
    headers fields{{"X-API-Key", api_key}};
    fields.insert(more.begin(), more.end());
    return ask("POST", target, fields, body);
}

reply http_client::ask(const std::string& method,
                       const std::string& target,
                       const headers& fields,
                       const std::string& body)
{
    std::string text = method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n";
    for (const auto& [name, value] : fields)
        text += name + ": " + value + "\r\n";
    if (!body.empty() || method == "POST" || method == "PATCH")
        text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    send(text + "\r\n" + body);
    return receive(method == "HEAD");
}

void http_client::send(std::string_view bytes)
{
    asio::write(socket_, asio::buffer(bytes));
}

/// A service that says nothing fails a test before CTest kills it.
void http_client::wait_for_bytes()
{
    const std::chrono::milliseconds limit = e2e::slowdown() * std::chrono::seconds(30);
    pollfd awaited{.fd = socket_.native_handle(), .events = POLLIN, .revents = 0};
    if (buffer_.size() == 0 && ::poll(&awaited, 1, static_cast<int>(limit.count())) == 0)
        throw std::runtime_error("the service neither answers nor closes the connection");
}

reply http_client::receive(bool to_head)
{
    wait_for_bytes();
    beast::http::response_parser<beast::http::string_body> parser;
    parser.skip(to_head);
    parser.body_limit(boost::none);
    boost::system::error_code failed;
    beast::http::read_header(socket_, buffer_, parser, failed);
    const bool endless = parser.get()[beast::http::field::content_type].starts_with("multipart/");
    if (!failed && !endless)
        beast::http::read(socket_, buffer_, parser, failed);
    if (failed == beast::http::error::end_of_stream)
        return {};
    if (failed)
        throw boost::system::system_error(failed);
    reply out;
    out.status = parser.get().result_int();
    for (const auto& field : parser.get())
        out.fields[to_lower(std::string_view(field.name_string()))] = field.value();
    out.body = std::move(parser.get().body());
    return out;
}

bool http_client::closed()
{
    wait_for_bytes();
    char one = 0;
    boost::system::error_code failed;
    socket_.read_some(asio::buffer(&one, 1), failed);
    return failed == asio::error::eof || failed == asio::error::connection_reset;
}

void http_client::close()
{
    socket_.close();
}

void http_client::shut_sending()
{
    socket_.shutdown(asio::ip::tcp::socket::shutdown_send);
}

nlohmann::json ended_job(http_client& client, const std::string& path)
{
    for (;;) {
        auto record = client.get(path).json();
        if (record.at("status") == "completed" || record.at("status") == "failed")
            return record;
    }
}

} // namespace thimble::service::test
