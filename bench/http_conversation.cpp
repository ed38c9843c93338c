// Blocking Beast: a benchmark has nothing else to do while it waits.
#include "bench/http_conversation.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http.hpp>

#include <stdexcept>
#include <utility>

namespace thimble::bench {

namespace http = boost::beast::http;

namespace {

constexpr std::size_t read_at_once = 512U << 10U; // bytes: a picture is not read in small pieces

} // namespace

stream connect_to_service(boost::asio::io_context& context, std::uint16_t port)
{
    using boost::asio::ip::tcp;
    stream result(context);
    result.connect(tcp::endpoint(boost::asio::ip::address_v4::loopback(), port));
    result.set_option(tcp::no_delay(true));
    return result;
}

http_conversation::http_conversation(stream socket,
                                     std::string api_key,
                                     std::map<std::string, std::string> more)
    : socket_(std::move(socket)), api_key_(std::move(api_key)), more_(std::move(more))
{
    buffer_.reserve(read_at_once);
}

std::string http_conversation::exchange(const std::string& method,
                                        const std::string& target,
                                        const std::string& body)
{
    http::request<http::string_body> asked;
    asked.method_string(method);
    asked.target(target);
    asked.version(11);
    asked.set(http::field::host, "localhost");
    if (!api_key_.empty())
        asked.set("X-API-Key", api_key_);
    for (const auto& [name, value] : more_)
        asked.set(name, value);
    asked.body() = body;
    asked.prepare_payload();
    http::write(socket_, asked);

    http::response_parser<http::string_body> answer;
    answer.body_limit(64U << 20U);
    http::read(socket_, buffer_, answer);
    if (answer.get().result() != http::status::ok)
        throw std::runtime_error(method + " " + target + ": " + answer.get().body());
    return std::move(answer.get().body());
}

} // namespace thimble::bench
