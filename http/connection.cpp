// The conversation over one connection: a request is received within its deadlines, handled, and
// answered before the next one is read. While a handler works, bytes are read ahead only to
// notice that the client has gone.
#include "http/connection.hpp"

#include "http/message.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/error.hpp>

namespace thimble::service::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::redirect_error;
using boost::system::error_code;

namespace {

constexpr std::chrono::seconds linger_time{2};           // for a client to read our last words
constexpr std::size_t linger_bytes = 16UL * 1024 * 1024; // of what it still sends meanwhile
constexpr std::size_t read_ahead_bytes = 32UL * 1024;    // while a request is being answered
constexpr std::size_t piece_bytes = 256UL * 1024;        // of a body that goes to a file
constexpr std::string_view continue_line = "HTTP/1.1 100 Continue\r\n\r\n";

/// True where every proxy in front sees the request end where we do. A transfer coding other than
/// "chunked" is passed over by some and obeyed by others, and so is any in HTTP/1.0.
bool has_plain_framing(const request& what)
{
    const auto codings = what.head.count(beast::http::field::transfer_encoding);
    return codings == 0 ||
           (codings == 1 && what.head.version() == 11 &&
            beast::iequals(what.head[beast::http::field::transfer_encoding], "chunked"));
}

/// True where the client may still be sending.
bool is_unread(const request& what)
{
    return what.body_too_large || what.no_room;
}

} // namespace

connection::connection(stream client, const connection_context& context, connection_slot& slot)
    : stream_(std::move(client)), handler_(context.answers), limits_(context.granted),
      proxies_(context.proxies), slot_(slot), arrived_(stream_.get_executor()),
      deadline_(stream_.get_executor())
{
    error_code ignored; // a socket that cannot do it still works
    stream_.lowest().set_option(asio::ip::tcp::no_delay(true), ignored);
    peer_ = address_of(stream_.lowest());
    client_ = peer_;
    proxied_ = proxies_.trusts(peer_);
    slot_.when_evicted([this] { close(); });
}

asio::awaitable<void> connection::run()
{
    struct closed_at_the_end {
        connection& self;
        ~closed_at_the_end() { self.close(); }
    } const mark{*this};
    std::optional<change> changed;
    allow(limits_.first_request_time);
    bool open = !stream_.encrypted() || co_await agree_on_encryption();
    while (open && !changed && !draining_ && co_await wait_for_first_byte()) {
        parser incoming;
        request what;
        allow(limits_.request_time);
        const auto arrived = co_await receive(incoming, what);
        if (arrived == read_result::nothing)
            break;
        if (arrived != read_result::request) {
            co_await send(handler_.refuse(to_refusal(arrived)), nullptr, false);
            co_await lingering_close();
            open = false;
        } else {
            auto out = co_await answer(what);
            if (out.becomes) {
                changed = change{.answer = std::move(out), .first = std::move(what)};
                continue;
            }
            const bool keep_alive =
                keeps_alive_ && !is_unread(what) && !draining_ && !out.open_ended;
            open = co_await send(std::move(out), &what, keep_alive) && keep_alive;
            if (is_unread(what))
                co_await lingering_close();
        }
    }
    if (changed)
        co_await converse(std::move(*changed));
    else if (stream_.encrypted() && !cut_short_)
        co_await shut_down();
}

void connection::drain()
{
    draining_ = true;
    if (upgraded_)
        upgraded_->drain();
    else if (idle_)
        cut_short();
}

void connection::close()
{
    draining_ = true;
    stream_.close();
}

asio::awaitable<bool> connection::agree_on_encryption()
{
    writing_ = true;
    const auto failed = co_await stream_.handshake();
    writing_ = false;
    co_return !failed;
}

/// Without it the client could not tell our end from that of somebody in between.
asio::awaitable<void> connection::shut_down()
{
    allow(linger_time);
    writing_ = true;
    co_await stream_.shut_down();
    writing_ = false;
}

asio::awaitable<response> connection::answer(const request& what)
{
    slot_.enter(connection_stage::answering);
    caller from(client_, proxied_);
    struct until_answered {
        connection& self;
        ~until_answered() { self.caller_ = nullptr; }
    } const mark{*this};
    caller_ = &from;
    if (!asks_for_websocket(what)) // else what comes next is no part of a request
        watch_caller();
    co_return co_await handler_.handle(what, from);
}

/// Limits the next step of the client.
void connection::allow(std::chrono::milliseconds time)
{
    cut_short_ = false;
    deadline_.set(time, [this] { cut_short(); });
}

/// A client that does not take what it is told cannot be told that either. One that waits for an
/// answer has nothing to do.
void connection::cut_short()
{
    if (caller_ != nullptr)
        return;
    cut_short_ = true;
    arrived_.notify_all();
    if (writing_)
        close();
}

/// Lets go of the bytes, and of what only requests need: it may last for days. A client that has
/// sent more before it was answered has broken the rules.
asio::awaitable<void> connection::converse(change into)
{
    co_await stop_reading();
    const bool in_order = !ended_ && buffer_.size() == 0;
    const auto next = std::move(into.answer.becomes);
    bool begun = in_order;
    if (in_order && into.answer.open_ended)
        begun = co_await send(std::move(into.answer), &into.first, false);
    else if (into.answer.when_sent)
        into.answer.when_sent(in_order);
    if (!begun || draining_)
        co_return;
    deadline_.stop();
    slot_.enter(connection_stage::upgraded);
    buffer_.shrink_to_fit();
    chunk_.reset();
    upgraded_ = next;
    co_await upgraded_->run(std::move(stream_), std::move(into.first));
}

/// False when the client did not take it.
asio::awaitable<bool> connection::send(response what, const request* of, bool keep_alive)
{
    allow(limits_.response_time);
    const auto out = to_message(what, of, keep_alive);
    if (!out.rest.empty())
        slot_.enter(connection_stage::transferring);
    error_code failed;
    writing_ = true;
    const std::array parts{asio::buffer(out.text), asio::buffer(out.rest.data(), out.rest.size())};
    co_await asio::async_write(stream_, parts, redirect_error(asio::use_awaitable, failed));
    writing_ = false;
    if (what.when_sent)
        what.when_sent(!failed);
    co_return !failed;
}

/// Waits until the client has read our last words: what it still sends, if nobody read it, would
/// reset the connection and lose them.
asio::awaitable<void> connection::lingering_close()
{
    error_code failed;
    if (!stream_.encrypted())
        stream_.lowest().shutdown(asio::socket_base::shutdown_send, failed);
    if (failed)
        co_return;
    allow(linger_time);
    std::size_t total = 0;
    do {
        total += buffer_.size();
        buffer_.clear();
    } while (total < linger_bytes && co_await read_some() > 0);
}

// Reading: one at a time, whoever wants what comes.

asio::awaitable<bool> connection::wait_for_first_byte()
{
    if (buffer_.size() > 0)
        co_return true;
    if (has_asked_) // else the time since it was accepted counts
        allow(limits_.idle_time);
    slot_.enter(connection_stage::waiting);
    idle_ = true;
    const auto count = co_await read_some();
    idle_ = false;
    has_asked_ = true;
    co_return count > 0;
}

/// Where the request comes from. False where too many of that client's are under way, as far as
/// proxies pass them on: its own connections are counted when they are accepted.
bool connection::count_client(const request& what)
{
    if (!proxied_)
        return true;
    client_ = proxies_.client_of(what.head, peer_);
    return client_ == peer_ || slot_.count_for(network_of(client_));
}

asio::awaitable<read_result> connection::receive(parser& incoming, request& what)
{
    incoming.header_limit(limits_.header_bytes);
    incoming.body_limit(boost::none); // refused by the handler, which looks at other things first
    auto failed = co_await parse(incoming, &parser::is_header_done);
    if (failed)
        co_return meaning_of(failed);
    keeps_alive_ = incoming.keep_alive();
    what.head = std::move(incoming.get().base());
    if (what.head.version() == 11 && what.head.count(beast::http::field::host) != 1)
        co_return read_result::malformed;
    if (!has_plain_framing(what))
        co_return read_result::malformed;
    if (!count_client(what))
        co_return read_result::over_share;
    failed = co_await receive_body(incoming, what);
    if (failed)
        co_return meaning_of(failed);
    if (!what.body_too_large)
        what.body = std::move(incoming.get().body());
    co_return read_result::request;
}

asio::awaitable<error_code> connection::receive_body(parser& incoming, request& what)
{
    error_code failed;
    if (incoming.is_done())
        co_return failed;
    if (const auto receiver = handler_.receiver_of(what))
        co_return co_await receive_file(incoming, what, *receiver);
    const auto length = incoming.content_length();
    const bool small = length && *length <= limits_.unauthenticated_body_bytes;
    const bool wanted = small || handler_.wants_body(what);
    const auto most = wanted ? limits_.body_bytes : limits_.unauthenticated_body_bytes;
    if (length && *length > most) {
        what.body_too_large = true;
        co_return failed;
    }
    failed = co_await let_it_come(what);
    incoming.body_limit(most);
    if (!failed)
        failed = co_await parse(incoming, &parser::is_done);
    what.body_too_large = failed == beast::http::error::body_limit;
    co_return what.body_too_large ? error_code{} : failed;
}

/// A client may wait for a word before it sends the body.
asio::awaitable<error_code> connection::let_it_come(const request& what)
{
    error_code failed;
    if (beast::iequals(what.head[beast::http::field::expect], "100-continue")) {
        writing_ = true;
        co_await asio::async_write(stream_, asio::buffer(continue_line),
                                   redirect_error(asio::use_awaitable, failed));
        writing_ = false;
    }
    co_return failed;
}

/// Each piece has the time of a whole request: a client that is slower than that is sending nothing
/// that anybody waits for.
asio::awaitable<error_code>
connection::receive_file(parser& incoming, request& what, file_receiver& to)
{
    what.to_file = true;
    const auto length = incoming.content_length();
    if (length && *length > to.most()) {
        what.body_too_large = true;
        co_return error_code{};
    }
    if (auto failed = co_await let_it_come(what))
        co_return failed;
    beast::http::request_parser<beast::http::buffer_body> in_parts(std::move(incoming));
    in_parts.body_limit(to.most());
    std::string piece(piece_bytes, '\0');
    std::size_t filled = 0;
    allow(limits_.request_time);
    while (!in_parts.is_done()) {
        auto& body = in_parts.get().body();
        body.data = piece.data() + filled;
        body.size = piece.size() - filled;
        body.more = true;
        error_code failed = beast::http::error::need_more;
        if (buffer_.size() > 0)
            buffer_.consume(in_parts.put(buffer_.data(), failed));
        filled = piece.size() - body.size;
        if (failed == beast::http::error::body_limit) {
            what.body_too_large = true;
            co_return error_code{};
        }
        const bool more_wanted = failed == beast::http::error::need_more;
        if (failed && !more_wanted && failed != beast::http::error::need_buffer)
            co_return failed;
        if (filled == piece.size()) {
            if (!co_await to.write(std::exchange(piece, std::string(piece_bytes, '\0')))) {
                what.no_room = true;
                co_return error_code{};
            }
            filled = 0;
            allow(limits_.request_time);
        }
        if (!more_wanted)
            continue;
        slot_.enter(connection_stage::transferring);
        if (co_await read_some() == 0)
            co_return ended_ ? error_code(beast::http::error::partial_message)
                             : error_code(asio::error::operation_aborted);
    }
    piece.resize(filled);
    const bool written = co_await to.write(std::move(piece));
    what.file = written ? co_await to.take() : nullptr;
    what.no_room = what.file == nullptr;
    co_return error_code{};
}

/// Feeds the parser from the buffer, and the buffer from the client, until the parser is `done`.
asio::awaitable<error_code> connection::parse(parser& incoming, bool (parser::*done)() const)
{
    while (!(incoming.*done)()) {
        error_code failed = beast::http::error::need_more;
        if (buffer_.size() > 0)
            buffer_.consume(incoming.put(buffer_.data(), failed));
        if (failed && failed != beast::http::error::need_more)
            co_return failed;
        if (!failed)
            continue;
        slot_.enter(connection_stage::transferring);
        if (co_await read_some() == 0)
            co_return ended_ ? error_code(beast::http::error::partial_message)
                             : error_code(asio::error::operation_aborted);
    }
    co_return error_code{};
}

/// Number of bytes that came; 0 when the client has closed or the waiting was cut short.
asio::awaitable<std::size_t> connection::read_some()
{
    const auto before = buffer_.size();
    start_reading();
    while (buffer_.size() == before && reading_ && !cut_short_)
        co_await arrived_.wait();
    co_return buffer_.size() - before;
}

/// One reading at a time, whoever wants what comes. It outlasts those who wait for it.
void connection::start_reading()
{
    if (reading_ || ended_)
        return;
    reading_ = true;
    stream_.async_read_some(asio::buffer(*chunk_),
                            [self = shared_from_this()](error_code failed, std::size_t count) {
                                self->take(failed, count);
                            });
}

void connection::take(error_code failed, std::size_t count)
{
    reading_ = false;
    ended_ = failed.failed() && !(called_off_ && failed == asio::error::operation_aborted);
    buffer_.commit(asio::buffer_copy(buffer_.prepare(count), asio::buffer(*chunk_)));
    arrived_.notify_all();
    if (caller_ != nullptr)
        watch_caller();
}

void connection::watch_caller()
{
    if (ended_)
        caller_->leave();
    else if (buffer_.size() < read_ahead_bytes)
        start_reading();
}

/// Calls off a reading for which nobody waits any more: the bytes are about to be somebody else's.
asio::awaitable<void> connection::stop_reading()
{
    if (!reading_)
        co_return;
    called_off_ = true;
    error_code ignored; // what cannot be called off has its end
    stream_.lowest().cancel(ignored);
    while (reading_)
        co_await arrived_.wait();
    called_off_ = false;
}

} // namespace thimble::service::http
