#include "service/events/event_following.hpp"

#include "async/race.hpp"

#include <boost/asio/buffer.hpp>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::size_t largest_client_message = 4096; // which nobody reads
constexpr std::uint16_t going_away_code = 1001;      // of RFC 6455

std::string streamed(const std::string& id, const std::string& type, const std::string& record)
{
    return "id: " + id + "\nevent: " + type + "\ndata: " + record + "\n\n";
}

/// A slow reader has missed what is not kept as long.
account_events::page next_page(const account_events& all, const account& who, event_start& next)
{
    auto page = all.from(who, next);
    page.missed = page.missed || next.missed;
    next = {.number = page.next};
    return page;
}

std::string
id_before_page(const account_events& all, const account& who, const account_events::page& page)
{
    return all.id_before(who.id, page.events.empty() ? page.next : page.events.front()->number);
}

} // namespace

std::string missed_record(const std::string& id)
{
    return R"({"id":")" + id + R"(","type":"missed","ts":null,"data":{}})";
}

event_streaming::event_streaming(account_events& all,
                                 std::unique_ptr<follower> who,
                                 event_start from)
    : events_(all), who_(std::move(who)), next_(std::move(from))
{
}

asio::awaitable<void> event_streaming::run(http::stream with, http::request first)
{
    first = {}; // not for as long as somebody listens
    body_.emplace(std::move(with));
    co_await async::race(body_->until_gone(), who_->until_ended(), tell());
    if (body_->was_too_slow())
        who_->note_too_slow();
    co_await body_->shut_down(events_.granted().close_deadline_time);
}

void event_streaming::drain()
{
    who_->end();
}

/// A comment where nothing has happened, which clients pass over.
std::string event_streaming::take_news()
{
    const auto page = next_page(events_, who_->who(), next_);
    std::string out;
    if (page.missed) {
        const auto id = id_before_page(events_, who_->who(), page);
        out += streamed(id, "missed", missed_record(id));
    }
    for (const auto& each : page.events)
        out += streamed(each->id, each->type, each->record());
    return out.empty() ? ": heartbeat\n\n" : out;
}

asio::awaitable<void> event_streaming::tell()
{
    for (;;) {
        const auto news = take_news();
        if (!co_await body_->write({asio::buffer(news)}, events_.granted().write_time))
            co_return;
        co_await events_.wait_for(who_->who().id, next_.number, events_.granted().heartbeat);
    }
}

event_channel::event_channel(const asio::any_io_executor& home,
                             account_events& all,
                             std::unique_ptr<follower> who,
                             event_start from)
    : events_(all), who_(std::move(who)), next_(std::move(from)),
      wire_(home, {.time = all.granted().write_time}), never_(home)
{
}

asio::awaitable<void> event_channel::run(http::stream with, http::request first)
{
    websocket::options agreed;
    agreed.largest_message = largest_client_message;
    auto made = co_await websocket::socket::accept(std::move(with), first, agreed);
    if (!made)
        co_return;
    first = {};
    co_await async::race(wire_.run(*made, [](const websocket::socket::incoming&) {}), tell(),
                         until_ended());
    if (wire_.out().too_slow())
        who_->note_too_slow();
}

void event_channel::drain()
{
    who_->end();
}

/// Ends only when it is cancelled: the last word has the one that writes.
asio::awaitable<void> event_channel::until_ended()
{
    co_await who_->until_ended();
    wire_.end(going_away_code, "ended");
    for (;;)
        co_await never_.wait();
}

/// The other end sees by the pings of the WebSocket that nothing has happened.
asio::awaitable<void> event_channel::tell()
{
    for (;;) {
        const auto page = next_page(events_, who_->who(), next_);
        if (page.missed)
            wire_.out().push(missed_record(id_before_page(events_, who_->who(), page)));
        for (const auto& each : page.events)
            wire_.out().push(each->record());
        co_await wire_.out().until_empty();
        co_await events_.wait_for(who_->who().id, next_.number, events_.granted().heartbeat);
    }
}

} // namespace thimble::service
