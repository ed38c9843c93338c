#include "models/connection.hpp"

#include "async/aborted.hpp"
#include "async/deadline.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <spdlog/fmt/fmt.h>

namespace thimble::service::models {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using boost::system::error_code;

namespace {

model_failure not_reached(std::string message)
{
    return {.kind = failure_kind::network, .message = std::move(message)};
}

model_failure silent(std::chrono::milliseconds limit)
{
    return {.kind = failure_kind::timed_out,
            .message = fmt::format("The model's provider said nothing for {} ms.", limit.count())};
}

model_failure failed_answer(error_code why)
{
    if (why == beast_http::error::header_limit || why == beast_http::error::body_limit)
        return malformed("sends more than is granted");
    const bool broken =
        why == beast_http::error::partial_message || why == beast_http::error::end_of_stream;
    if (!broken &&
        why.category() == beast_http::make_error_code(beast_http::error::bad_method).category())
        return malformed("does not answer as HTTP does");
    return not_reached(fmt::format("The connection to the model's provider is lost: {}.",
                                   broken ? "the answer breaks off" : why.message()));
}

} // namespace

asio::awaitable<connection::made>
connection::open(http::route way, async::worker& resolver, const client_limits& limits)
{
    auto stream = co_await http::connect(std::move(way), resolver, limits.connect);
    if (!stream)
        co_return std::unexpected(not_reached(std::move(stream.error().message)));
    co_return std::make_unique<connection>(std::move(*stream), limits);
}

asio::awaitable<std::expected<void, model_failure>> connection::ask(const request& what)
{
    ++asked_;
    answer_.emplace();
    answer_->header_limit(limits_.head_bytes);
    answer_->body_limit(limits_.answer_bytes);
    const auto unsent = co_await async::with_timeout(limits_.silence, write(what));
    if (!unsent)
        co_return std::unexpected(silent(limits_.silence));
    // A server that refuses may answer and close before it has read everything.
    const auto failed = co_await async::with_timeout(limits_.silence, read_head());
    if (!failed)
        co_return std::unexpected(silent(limits_.silence));
    if (*failed)
        co_return std::unexpected(failed_answer(*unsent ? *unsent : *failed));
    co_return std::expected<void, model_failure>();
}

asio::awaitable<error_code> connection::write(const request& what)
{
    error_code failed;
    co_await beast_http::async_write(over_, what,
                                     asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    co_return failed;
}

asio::awaitable<error_code> connection::read_head()
{
    error_code failed;
    co_await beast_http::async_read_header(over_, received_, *answer_,
                                           asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    co_return failed;
}

asio::awaitable<error_code> connection::read_piece()
{
    error_code failed;
    co_await beast_http::async_read_some(over_, received_, *answer_,
                                         asio::redirect_error(asio::use_awaitable, failed));
    async::throw_if_aborted(failed);
    co_return failed;
}

asio::awaitable<error_code> connection::read_rest()
{
    error_code failed;
    while (!failed && !answer_->is_done())
        failed = co_await read_piece();
    co_return failed;
}

unsigned connection::status() const
{
    return answer_->get().result_int();
}

std::string connection::field(std::string_view name) const
{
    return std::string(answer_->get()[name]);
}

asio::awaitable<std::expected<std::string, model_failure>> connection::read_some()
{
    auto& body = answer_->get().body();
    while (body.empty() && !answer_->is_done()) {
        const auto failed = co_await async::with_timeout(limits_.silence, read_piece());
        if (!failed)
            co_return std::unexpected(silent(limits_.silence));
        if (*failed && body.empty()) // what has come before is worth reading
            co_return std::unexpected(failed_answer(*failed));
    }
    co_return std::exchange(body, {});
}

asio::awaitable<std::string> connection::read_error()
{
    answer_->body_limit(limits_.error_bytes);
    co_await async::with_timeout(limits_.silence, read_rest());
    co_return std::exchange(answer_->get().body(), {});
}

asio::awaitable<bool> connection::finish()
{
    const auto failed = co_await async::with_timeout(limits_.shutdown_time, read_rest());
    last_used_ = std::chrono::steady_clock::now();
    // Bytes beyond the end would be taken for the answer to the next request.
    co_return failed && !*failed && answer_->keep_alive() && received_.size() == 0;
}

bool connection::stale() const
{
    return asked_ > 1 && !answer_->got_some();
}

bool connection::older_than(std::chrono::milliseconds age) const
{
    return std::chrono::steady_clock::now() - last_used_ > age;
}

} // namespace thimble::service::models
