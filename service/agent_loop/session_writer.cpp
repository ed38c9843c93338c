#include "service/agent_loop/session_writer.hpp"

#include "service/sessions/ledger_rows.hpp"
#include "service/sessions/session_rows.hpp"

#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using sessions::moment;

/// The part of a session that the store does not have yet.
struct session_writer::portion {
    live_session_ptr whose;
    sessions::facts known;
    sessions::event_page page;

    /// With these events the store has all that there are.
    bool is_all() const { return page.next_index == whose->value().events().next_index(); }
};

namespace {

/// The part of a portion that goes to the thread of the store.
struct rows {
    sessions::facts known;
    moment now; // at the session
    std::vector<sessions::event> events;
};

/// The same rows may come twice: after a transaction of which nobody knows whether it happened.
/// False where another node has the session.
bool write(store::transaction& on, const rows& what, const sessions::holder& holder)
{
    if (!sessions::update_session(on, what.known, what.now, holder) && holder)
        return false;
    const auto last = sessions::last_event(on, what.known.id);
    for (const auto& each : what.events)
        if (!last || each.index > last->index)
            sessions::insert_event(on, what.known.id, each);
    sessions::bill(on, what.known); // of one that has ended
    return true;
}

} // namespace

session_writer::session_writer(asio::any_io_executor home,
                               store::database& store,
                               const agent_limits& granted,
                               sessions::holder holder,
                               std::function<void(const live_session_ptr&)> when_over,
                               std::function<void(const live_session_ptr&)> when_taken,
                               std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), store_(store), limits_(granted), holder_(std::move(holder)),
      when_over_(std::move(when_over)), when_taken_(std::move(when_taken)), log_(std::move(log)),
      wrote_(home_),
      tasks_(home_, [this](const std::exception_ptr&) { log_->error("writing sessions failed"); }),
      again_(home_)
{
}

void session_writer::write_soon(const live_session_ptr& what)
{
    changed_.insert(what);
    start();
}

void session_writer::start()
{
    if (writing_)
        return;
    writing_ = true;
    tasks_.spawn(write_all());
}

asio::awaitable<void> session_writer::write_all()
{
    while (!changed_.empty()) {
        const auto portions = take_portions();
        std::vector<rows> all;
        for (const auto& each : portions) {
            all.push_back(
                {.known = each.known, .now = each.whose->now(), .events = each.page.events});
            under_way_.insert(each.whose);
        }
        auto work = [all = std::move(all), holder = holder_](store::transaction& on) {
            std::vector<bool> own;
            for (const auto& each : all)
                own.push_back(write(on, each, holder));
            return own;
        };
        const auto done = co_await store_.write(std::move(work));
        under_way_.clear();
        ++batches_;
        wrote_.notify_all();
        if (!done) {
            for (const auto& each : portions)
                put_back(each.whose);
            again_.set(limits_.write_again, [this] { start(); });
            break;
        }
        for (std::size_t place = 0; place < portions.size(); ++place)
            if ((*done)[place])
                note_written(portions[place]);
            else
                when_taken_(portions[place].whose);
    }
    writing_ = false;
    wrote_.notify_all();
}

std::vector<session_writer::portion> session_writer::take_portions()
{
    std::vector<portion> out;
    for (const auto& each : std::exchange(changed_, {})) {
        const auto from = each->stored_before(); // what the store lacks is always in memory
        auto page = each->value().events().since(from).value_or(
            sessions::event_page{.events = {}, .next_index = from});
        out.push_back({.whose = each, .known = each->known(), .page = std::move(page)});
    }
    // The end is written with the last events, or a restart between them would leave it without.
    for (auto& each : out)
        if (each.known.completed_at && !each.is_all())
            each.known.completed_at.reset();
    return out;
}

/// An agent whose deeds cannot be read up does not go on for ever.
void session_writer::put_back(const live_session_ptr& what)
{
    changed_.insert(what);
    const auto unwritten = what->value().events().next_index() - what->stored_before();
    if (unwritten > limits_.unwritten_events)
        what->end(sessions::failed("INTERNAL_ERROR", "The session cannot be written down any "
                                                     "more; the service's log says why."));
}

void session_writer::note_written(const portion& what)
{
    what.whose->stored_events_before(what.page.next_index);
    if (when_written_)
        when_written_(*what.whose);
    if (!what.is_all())
        write_soon(what.whose);
    else if (what.known.completed_at)
        when_over_(what.whose);
}

asio::awaitable<void> session_writer::written()
{
    const auto enough = batches_ + 2; // the one under way, and the one after it
    while (writing_ && batches_ < enough)
        co_await wrote_.wait();
}

asio::awaitable<void> session_writer::until_written(live_session_ptr what,
                                                    std::chrono::milliseconds limit)
{
    const auto enough = batches_ + 2;
    const auto until = std::chrono::steady_clock::now() + limit;
    const auto is_left = [&] { return changed_.contains(what) || under_way_.contains(what); };
    while (writing_ && batches_ < enough && is_left())
        if (!co_await wrote_.wait_for(until - std::chrono::steady_clock::now()))
            co_return; // it is late
}

asio::awaitable<void> session_writer::close()
{
    while (writing_)
        co_await wrote_.wait();
    again_.stop();
    tasks_.cancel();
    co_await tasks_.until_empty();
}

} // namespace thimble::service
