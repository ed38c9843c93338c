#include "service/nodes/request_bytes.hpp"

#include "text/json_member.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/write.hpp>

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>

namespace thimble::service::nodes {

namespace {

namespace beast_http = boost::beast::http;

constexpr std::uint32_t longest_head = 256UL * 1024; // the node that took it has a limit of its own
constexpr const char* head_member = "head";          // its length; the body is behind it
constexpr const char* too_large_member = "too_large";
constexpr const char* status_member = "status";
constexpr const char* headers_member = "headers";

std::string body_of(const http::response& what)
{
    if (const auto* const text = std::get_if<std::string>(&what.body))
        return *text;
    const auto& shared = std::get<http::shared_bytes>(what.body);
    std::string out(shared ? shared->size() : 0, '\0');
    if (shared)
        boost::asio::buffer_copy(boost::asio::buffer(out), boost::asio::buffer(*shared));
    return out;
}

} // namespace

void put_request(envelope& to, const http::request& what)
{
    std::ostringstream head;
    head << what.head;
    to.body = std::move(head).str();
    to.more[head_member] = to.body.size();
    to.more[too_large_member] = what.body_too_large;
    to.body += what.body;
}

std::optional<http::request> read_request(const envelope& from)
{
    const auto length = member<std::int64_t>(from.more, head_member);
    if (length <= 0 || std::cmp_greater(length, from.body.size()))
        return std::nullopt;
    const auto head_bytes = static_cast<std::size_t>(length);
    beast_http::request_parser<beast_http::empty_body> parser;
    parser.header_limit(longest_head);
    parser.body_limit(boost::none);
    boost::system::error_code failed;
    parser.put(boost::asio::buffer(from.body.data(), head_bytes), failed);
    if (!parser.is_header_done())
        return std::nullopt;
    http::request out;
    out.head = std::move(parser.get().base());
    out.body = from.body.substr(head_bytes);
    out.body_too_large = member<bool>(from.more, too_large_member);
    return out;
}

void put_answer(envelope& to, const http::response& what)
{
    to.more[status_member] = what.status;
    auto headers = nlohmann::json::array();
    for (const auto& [name, value] : what.headers)
        headers.push_back({name, value});
    to.more[headers_member] = std::move(headers);
    to.body = body_of(what);
}

http::response read_answer(const envelope& from)
{
    http::response out;
    const auto status = member<std::int64_t>(from.more, status_member, 500);
    out.status = status >= 100 && status < 600 ? static_cast<unsigned>(status) : 500U;
    const auto headers = from.more.find(headers_member);
    if (headers != from.more.end() && headers->is_array())
        for (const auto& each : *headers)
            if (each.is_array() && each.size() == 2 && each[0].is_string() && each[1].is_string())
                out.set(each[0].get<std::string>(), each[1].get<std::string>());
    out.body = from.body;
    return out;
}

} // namespace thimble::service::nodes
