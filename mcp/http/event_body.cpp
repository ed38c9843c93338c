#include "mcp/http/event_body.hpp"

#include "async/race.hpp"

#include <boost/asio/buffer.hpp>

#include <utility>

namespace thimble::mcp::http {

namespace asio = boost::asio;

namespace {
constexpr std::chrono::seconds goodbye_time{2};
}

event_body::event_body(std::shared_ptr<event_stream> what,
                       event_stream::reader as,
                       std::uint64_t from,
                       event_style style,
                       std::function<void()> when_left)
    : stream_(std::move(what)), reader_(as), written_(from), style_(style),
      when_left_(std::move(when_left))
{
}

asio::awaitable<void> event_body::run(service::http::stream with, service::http::request first)
{
    first = {}; // not for as long as the stream lasts
    struct until_over {
        event_body& self;
        ~until_over() { self.leave(); }
    };
    const until_over mark{*this};
    body_.emplace(std::move(with));
    co_await async::race(body_->until_gone(), write_events());
    co_await body_->shut_down(goodbye_time);
}

void event_body::leave()
{
    if (std::exchange(left_, true))
        return;
    stream_->detach(reader_);
    if (!finished_)
        when_left_();
}

void event_body::drain()
{
    draining_ = true;
    stream_->dismiss();
}

asio::awaitable<void> event_body::write_events()
{
    if (style_.primed && !co_await write("id: " + id_of(written_) + "\nretry: " +
                                         std::to_string(style_.retry.count()) + "\ndata:\n\n"))
        co_return;
    while (co_await write_ready_events()) {
        if (stream_->over() || (!stream_->is_attached(reader_) && !draining_)) {
            finished_ = true;
            co_return;
        }
        if (draining_)
            co_return;
        const auto soon = std::chrono::steady_clock::now() + style_.keep_alive;
        if (!co_await stream_->changed_before(soon) && !co_await write(":\n\n"))
            co_return;
    }
}

/// False when the client takes no more.
asio::awaitable<bool> event_body::write_ready_events()
{
    while (const auto next = stream_->after(written_)) {
        if (!co_await write(text_of(*next)))
            co_return false;
        written_ = next->number;
        stream_->note_written(written_);
        if (!style_.stream)
            stream_->forget_through(written_);
    }
    co_return true;
}

asio::awaitable<bool> event_body::write(std::string text)
{
    co_return co_await body_->write({asio::buffer(text)}, style_.write_time);
}

std::string event_body::id_of(std::uint64_t number) const
{
    return std::to_string(*style_.stream) + "-" + std::to_string(number);
}

/// JSON has no ends of lines in it.
std::string event_body::text_of(const stream_event& what) const
{
    std::string out = "event: message\n";
    if (style_.stream)
        out += "id: " + id_of(what.number) + "\n";
    return out + "data: " + what.data + "\n\n";
}

service::http::response event_response(std::shared_ptr<event_body> body)
{
    auto out = service::http::open_head(service::http::event_stream_type);
    out.becomes = std::move(body);
    return out;
}

} // namespace thimble::mcp::http
