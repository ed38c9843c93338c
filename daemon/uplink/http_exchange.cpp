#include "daemon/uplink/http_exchange.hpp"

#include "async/aborted.hpp"
#include "async/deadline.hpp"
#include "daemon/report/version.hpp"
#include "link/strict_json.hpp"
#include "text/json_member.hpp"
#include "text/printable_text.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using service::http::stream;

namespace {

constexpr std::uint32_t longest_reply_head = 16U * 1024; // bytes
constexpr std::size_t longest_message = 500;

using replied = std::expected<http_reply, connect_failure>;

std::unexpected<connect_failure> no_answer_from(const service_address& service,
                                                std::string_view why)
{
    return std::unexpected(connect_failure{
        .step = connect_step::answer,
        .message = fmt::format("{} does not answer as a service does: {}.", service.url(), why)});
}

http::request<http::string_body> request_for(const service_address& service,
                                             const http_question& what)
{
    const auto verb = what.method == http_question::verb::get ? http::verb::get : http::verb::post;
    http::request<http::string_body> out(verb, what.target, 11, what.body);
    out.set(http::field::host, service.authority());
    out.set(http::field::user_agent, fmt::format("thimbled/{}", version));
    out.set(http::field::accept, "application/json");
    out.set(http::field::connection, "close");
    if (!what.bearer.empty())
        out.set(http::field::authorization, "Bearer " + what.bearer);
    if (!what.body.empty())
        out.set(http::field::content_type, "application/json");
    out.prepare_payload();
    return out;
}

http_reply to_reply(const http::response<http::string_body>& answer)
{
    auto record = link::parse_json(answer.body());
    return {.status = answer.result_int(),
            .record =
                record ? std::move(*record) : nlohmann::json(nlohmann::json::value_t::discarded)};
}

asio::awaitable<std::optional<replied>>
converse(stream& over, const service_address& service, const http_question& what)
{
    error_code failed;
    const auto request = request_for(service, what);
    co_await http::async_write(over, request, asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    if (failed)
        co_return no_answer_from(service, failed.message());
    boost::beast::flat_buffer received;
    http::response_parser<http::string_body> answer;
    answer.body_limit(longest_reply);
    answer.header_limit(longest_reply_head);
    co_await http::async_read(over, received, answer,
                              asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    if (failed)
        co_return no_answer_from(service, failed.message());
    co_return to_reply(answer.get());
}

} // namespace

std::string http_reply::message() const
{
    const auto said = record.is_object() ? service::member<std::string>(record, "message") : "";
    if (said.empty() || said.size() > longest_message)
        return fmt::format("It answers {}.", status);
    return service::printable(said);
}

asio::awaitable<replied>
exchange(connector& over, http_question what, std::chrono::milliseconds limit)
{
    auto connected = co_await over.connect();
    if (!connected)
        co_return std::unexpected(std::move(connected.error()));
    if (auto reply =
            co_await async::with_timeout(limit, converse(*connected, over.service(), what)))
        co_return std::move(**reply);
    auto late = no_answer_from(over.service(), fmt::format("nothing within {} ms", limit.count()));
    late.error().timed_out = true;
    co_return late;
}

} // namespace thimble::daemon
