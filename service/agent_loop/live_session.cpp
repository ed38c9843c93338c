#include "service/agent_loop/live_session.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

namespace asio = boost::asio;
using sessions::moment;

bool changes_nothing(std::string_view action)
{
    constexpr std::array names{link::screenshot::name, link::select::name,
                               link::list_apps::name,  link::front_app::name,
                               link::elements::name,   link::find_element::name,
                               link::settle::name};
    return std::ranges::find(names, action) != names.end();
}

live_session::live_session(const asio::any_io_executor& home,
                           sessions::facts begun,
                           sessions::session_limits granted,
                           sessions::text_filter hide)
    : value_(std::move(begun), granted, std::move(hide)), news_(home), overdue_(home)
{
    keep_time();
}

live_session::live_session(const asio::any_io_executor& home,
                           sessions::session moved_here,
                           std::uint64_t stored,
                           session_clock clock)
    : clock_(clock), value_(std::move(moved_here)), news_(home), overdue_(home),
      stored_before_(stored)
{
    keep_time();
}

void live_session::leave()
{
    leaving_ = true;
    keep_time();
    news_.notify_all();
}

void live_session::cut_loose()
{
    gone_ = true;
    on_news_ = nullptr;
    leave();
}

result<void> live_session::apply(sessions::control what)
{
    const auto done = value_.apply(what, now());
    if (!done)
        return std::unexpected(done.error());
    take_over(*done);
    return {};
}

result<void> live_session::hear(std::string message)
{
    const auto done = value_.hear(std::move(message), now());
    if (!done)
        return std::unexpected(done.error());
    take_over(*done);
    return {};
}

void live_session::take_over(const sessions::reaction& what)
{
    if (what.cancels_act)
        called_off_ = true;
    changed();
}

void live_session::begin()
{
    value_.begin(now());
    changed();
}

std::uint64_t live_session::begin_turn()
{
    const auto turn = value_.begin_turn();
    changed();
    return turn;
}

std::vector<std::string> live_session::take_messages()
{
    return value_.take_messages();
}

void live_session::spend(std::int64_t micro_dollars)
{
    value_.spend(micro_dollars, now());
    changed();
}

void live_session::ask(const std::string& question)
{
    value_.ask(question, now());
    changed();
}

void live_session::note(sessions::event_type type, nlohmann::json data)
{
    value_.note(type, std::move(data), now());
    changed();
}

void live_session::note_act_of_another(const ended_act& what)
{
    if (changes_nothing(what.action) || former_acts_.contains(what.job_id))
        return;
    ++acts_of_others_;
    note(sessions::event_type::action,
         {{"job_id", what.job_id}, {"action", what.action}, {"status", what.status}});
}

void live_session::end(const sessions::ending& how)
{
    value_.end(how, now());
    changed();
}

asio::awaitable<bool> live_session::until_it_runs()
{
    while (!has_ended() && !leaving_ && known().now != sessions::status::running)
        co_await news_.wait();
    co_return !has_ended() && !leaving_;
}

asio::awaitable<bool> live_session::until_event(std::uint64_t index)
{
    while (!has_ended() && !gone_ && value_.events().next_index() <= index)
        co_await news_.wait();
    co_return value_.events().next_index() > index;
}

asio::awaitable<bool> live_session::until_ended()
{
    while (!has_ended())
        co_await news_.wait();
    co_return true;
}

asio::awaitable<bool> live_session::until_called_off()
{
    while (!is_called_off())
        co_await news_.wait();
    co_return true;
}

void live_session::stored_events_before(std::uint64_t index)
{
    stored_before_ = index;
    value_.stored_events_before(index);
    news_.notify_all();
}

asio::awaitable<bool> live_session::until_stored()
{
    const auto all = value_.events().next_index();
    while (stored_before_ < all && !is_called_off())
        co_await news_.wait();
    co_return !is_called_off();
}

/// The clock begins to count when the session first runs, and goes on in pauses.
void live_session::keep_time()
{
    if (has_ended() || leaving_)
        return overdue_.stop();
    const auto due = value_.deadline();
    if (due_ == due)
        return;
    due_ = due;
    overdue_.set(std::max(due - now(), moment::duration::zero()), [this] {
        end(sessions::failed(sessions::fault::timeout,
                             "The task was not done within " +
                                 std::to_string(known().asked.timeout.count()) + " seconds."));
    });
}

void live_session::changed()
{
    keep_time();
    news_.notify_all();
    if (const auto tell = on_news_)
        (*tell)();
}

} // namespace thimble::service
