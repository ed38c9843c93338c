#include "service/oauth/document_request.hpp"

#include "async/aborted.hpp"
#include "http/client/outside.hpp"
#include "text/url.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

namespace thimble::service::oauth {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using boost::system::error_code;

namespace {

constexpr std::uint32_t largest_document_head = 16UL * 1024;
constexpr std::size_t longest_url = 1000;

using document_get = beast_http::request<beast_http::empty_body>;

document_get to_get(const std::string& url, const server_address& server)
{
    const auto parsed = parse_url(url).value();
    constexpr unsigned http_1_1 = 11;
    document_get out(beast_http::verb::get, std::string(parsed.encoded_target()), http_1_1);
    out.set(beast_http::field::host, server.authority());
    out.set(beast_http::field::user_agent, "Thimble");
    out.set(beast_http::field::accept, "application/json");
    out.set(beast_http::field::connection, "close");
    return out;
}

asio::awaitable<std::expected<std::string, std::string>>
get_body(http::stream& over, const document_get& what, std::size_t most_bytes)
{
    error_code failed;
    co_await beast_http::async_write(over, what, asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    boost::beast::flat_buffer received;
    beast_http::response_parser<beast_http::string_body> answer;
    answer.header_limit(largest_document_head);
    answer.body_limit(most_bytes);
    co_await beast_http::async_read(over, received, answer,
                                    asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    if (failed == beast_http::error::body_limit)
        co_return std::unexpected("it has more than 64 KiB");
    if (failed)
        co_return std::unexpected("it does not answer as HTTP does");
    if (answer.get().result() != beast_http::status::ok)
        co_return std::unexpected("it answers " + std::to_string(answer.get().result_int()));
    co_return std::move(answer.get().body());
}

} // namespace

std::expected<void, std::string> check_document_url(std::string_view url)
{
    const auto parsed = parse_url(url);
    if (url.size() > longest_url || !parsed || parsed->scheme_id() != boost::urls::scheme::https ||
        parsed->has_userinfo() || parsed->has_fragment() || parsed->host().empty())
        return std::unexpected(
            "client_id must be an https URL without user, password and fragment");
    const std::string path(parsed->encoded_path());
    const bool has_dots = (path + "/").contains("/./") || (path + "/").contains("/../");
    if (path.empty() || path == "/" || has_dots)
        return std::unexpected("client_id must have a path without dots as its parts");
    return {};
}

asio::awaitable<std::expected<std::string, std::string>>
fetch_document(std::string url, document_reach within, async::worker& resolver)
{
    const auto parsed = parse_url(url);
    const auto server = parsed ? server_of(*parsed) : std::unexpected(std::string());
    if (!server)
        co_return std::unexpected("its URL cannot be read");
    const http::outside_reach outside{.private_addresses = within.private_addresses,
                                      .trust = within.trust,
                                      .connect_time = within.connect_time};
    auto over = co_await http::connect_outside(*server, outside, resolver);
    if (!over)
        co_return std::unexpected(std::move(over.error()));
    const auto request = to_get(url, *server);
    auto body = co_await get_body(*over, request, within.most_bytes);
    over->close();
    co_return body;
}

} // namespace thimble::service::oauth
