#include "device/wda/runner/connection.hpp"

#include "async/deadline.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <cerrno>
#include <sys/socket.h>
#include <utility>

namespace thimble::device::wda {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

constexpr std::uint32_t header_limit = 16U << 10; // bytes
constexpr std::size_t read_at_once = 64U << 10;   // bytes: a picture has some ten times as many

http::request<http::string_body> message_of(const request& what)
{
    const auto verb = what.method == method::get ? http::verb::get : http::verb::post;
    http::request<http::string_body> message(verb, what.target, 11);
    message.set(http::field::host, "localhost");
    if (what.method == method::post) {
        message.set(http::field::content_type, "application/json");
        message.body() = what.body;
    }
    message.prepare_payload();
    return message;
}

/// Errors of the HTTP parser are the peer's fault, except those that say that it has gone.
bool is_loss(boost::system::error_code ec)
{
    const bool parsing = ec.category() == make_error_code(http::error::bad_method).category();
    return !parsing || ec == http::error::end_of_stream || ec == http::error::partial_message;
}

failure broken_off(boost::system::error_code ec, reached phone)
{
    if (is_loss(ec))
        return {.what = problem::refused,
                .phone = phone,
                .message = "The connection to WebDriverAgent was lost.",
                .cause = "connection_lost"};
    return {.what = problem::refused,
            .phone = phone,
            .message = "WebDriverAgent's answer is not usable HTTP: " + ec.message() + ".",
            .cause = "malformed_answer"};
}

} // namespace

/// Progress of an exchange.
struct connection::attempt {
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    bool opened = false;
    bool sent_any = false;
    bool timed_out = false;
    std::optional<result<response>> outcome;

    reached phone() const { return sent_any ? reached::perhaps : reached::nothing; }
    std::chrono::steady_clock::duration spent() const
    {
        return std::chrono::steady_clock::now() - began;
    }
    failure silence() const
    {
        return {.what = problem::timed_out,
                .phone = phone(),
                .message = "WebDriverAgent did not answer in time.",
                .cause = opened ? "runner_silent" : "usbmuxd_silent"};
    }
};

connection::connection(const asio::any_io_executor& home, port_opener open, options how)
    : open_(std::move(open)), how_(std::move(how)), lane_(home), deadline_(home)
{
}

connection::~connection() = default;

void connection::close()
{
    if (!stream_)
        return;
    boost::system::error_code ignored;
    stream_->close(ignored);
}

/// A peer that has gone shows as a readable end of stream; bytes that nobody asked for mean that
/// requests and answers no longer match.
bool connection::alive()
{
    if (!stream_ || !stream_->is_open())
        return false;
    char byte = 0;
    const auto got = ::recv(stream_->native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

asio::awaitable<result<void>> connection::open()
{
    stream_.reset();
    auto opened = co_await open_();
    if (!opened)
        co_return std::unexpected(std::move(opened.error()));
    stream_.emplace(std::move(*opened));
    co_return result<void>{};
}

asio::awaitable<result<response>> connection::exchange(request what)
{
    const auto turn = co_await lane_.take();
    const bool kept = stream_.has_value();
    auto first = co_await exchange_once(what);
    const bool lost = !first && first.error().cause == "connection_lost";
    if (!lost || !kept || what.repeatable == repeatable::no)
        co_return first;
    co_return co_await exchange_once(what);
}

asio::awaitable<result<response>> connection::exchange_once(const request& what)
{
    attempt state;
    // A connection in the middle of an exchange is of no use to the next one, however this ends.
    struct closed_unless_done {
        connection& self;
        const attempt& state;
        ~closed_unless_done()
        {
            self.deadline_.stop();
            if (!state.outcome || !*state.outcome)
                self.stream_.reset();
        }
    } const guard{*this, state};
    co_await perform(what, state);
    if (how_.recorder)
        how_.recorder->exchange(how_.udid, how_.name, what, *state.outcome, state.spent());
    co_return *state.outcome;
}

asio::awaitable<void> connection::perform(const request& what, attempt& state)
{
    if (!alive()) {
        auto opened = co_await async::with_timeout(what.limit, open());
        if (!opened)
            state.outcome = std::unexpected(state.silence());
        else if (!*opened)
            state.outcome = std::unexpected(std::move(opened->error()));
        if (state.outcome)
            co_return;
    }
    state.opened = true;
    deadline_.set(what.limit - state.spent(), [this, &state] {
        state.timed_out = true;
        close();
    });
    co_await converse(what, state);
}

asio::awaitable<void> connection::converse(const request& what, attempt& state)
{
    const auto message = message_of(what);
    boost::system::error_code ec;
    state.sent_any = true; // being cancelled may end the next line after bytes have left
    const auto sent = co_await http::async_write(*stream_, message,
                                                 asio::redirect_error(asio::use_awaitable, ec));
    state.sent_any = sent > 0;
    http::response_parser<http::string_body> parser;
    parser.header_limit(header_limit);
    parser.body_limit(how_.response_limit);
    boost::beast::flat_buffer buffer;
    buffer.reserve(read_at_once); // else Beast reads 512 at a time
    if (!ec)
        co_await http::async_read(*stream_, buffer, parser,
                                  asio::redirect_error(asio::use_awaitable, ec));
    const auto cancellation = co_await asio::this_coro::cancellation_state;
    if (cancellation.cancelled() != asio::cancellation_type::none)
        throw boost::system::system_error(asio::error::operation_aborted);
    if (ec)
        state.outcome =
            std::unexpected(state.timed_out ? state.silence() : broken_off(ec, state.phone()));
    else
        state.outcome =
            response{.status = parser.get().result_int(), .body = std::move(parser.get().body())};
    if (!ec && !parser.get().keep_alive())
        stream_.reset(); // the runner closes it: a touch written to it might never be read
    if (buffer.size() > 0)
        stream_.reset(); // more than was asked for: what comes next would answer the wrong question
}

} // namespace thimble::device::wda
