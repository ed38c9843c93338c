#include "service/agent_loop/following.hpp"

#include "async/race.hpp"
#include "service/sessions/event_stream.hpp"

#include <boost/asio/buffer.hpp>

#include <string>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

std::string text_of(const sessions::event_page& page)
{
    std::string out;
    for (const auto& each : page.events)
        out += sessions::to_stream(each);
    return out;
}

} // namespace

following::following(agent_sessions& all,
                     std::unique_ptr<follower> who,
                     const follower_limits& granted,
                     std::uint64_t next)
    : runs_(all), who_(std::move(who)), limits_(granted), next_(next)
{
}

asio::awaitable<void> following::run(http::stream with, http::request first)
{
    first = {}; // not for as long as the session lasts
    body_.emplace(std::move(with));
    co_await async::race(body_->until_gone(), who_->until_ended(), tell());
    if (body_->was_too_slow())
        who_->note_too_slow();
    co_await body_->shut_down(limits_.close_deadline_time);
}

void following::drain()
{
    who_->end();
}

asio::awaitable<void> following::tell()
{
    auto news = co_await next_events();
    while (
        news && co_await write(*news) &&
        co_await runs_.wait_for_event(who_->who().id, who_->session_id(), next_, limits_.heartbeat))
        news = co_await next_events();
}

/// As they are told; a heartbeat where nothing has happened, and nothing once the session is not
/// kept any more.
asio::awaitable<std::optional<std::string>> following::next_events()
{
    const auto page = co_await runs_.events(who_->who().id, who_->session_id(), next_);
    if (!page)
        co_return std::nullopt;
    next_ = page->next_index;
    co_return page->events.empty() ? std::string(sessions::heartbeat()) : text_of(*page);
}

asio::awaitable<bool> following::write(const std::string& text)
{
    co_return co_await body_->write({asio::buffer(text)}, limits_.write_time);
}

} // namespace thimble::service
