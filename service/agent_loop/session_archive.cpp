#include "service/agent_loop/session_archive.hpp"

#include "contract/store_failure.hpp"
#include "service/agent_loop/session_failures.hpp"
#include "service/sessions/ledger_rows.hpp"

#include <algorithm>

namespace thimble::service {

namespace asio = boost::asio;

asio::awaitable<store::outcome<session_archive::inserted>> session_archive::insert(
    sessions::facts what, std::vector<sessions::event> events, session_transaction_extra with)
{
    auto work = [what = std::move(what), events = std::move(events), holder = holder_,
                 with = std::move(with)](store::transaction& on) -> inserted {
        if (holder)
            if (auto busy = sessions::session_held_for(on, what.phone_id))
                return {.busy = std::move(busy)};
        sessions::insert_session(on, what, holder);
        for (const auto& each : events)
            sessions::insert_event(on, what.id, each);
        if (with)
            with(on, what);
        return {};
    };
    co_return co_await store_.write_through(std::move(work));
}

asio::awaitable<std::optional<std::set<std::string>>> session_archive::held()
{
    auto found = co_await store_.read([holder = holder_.value_or("")](store::transaction& on) {
        std::set<std::string> out;
        for (auto& each : sessions::sessions_held_by(on, holder))
            out.insert(std::move(each.known.id));
        return out;
    });
    if (!found)
        co_return std::nullopt;
    co_return std::move(*found);
}

asio::awaitable<std::optional<std::vector<sessions::event>>>
session_archive::all_events(std::string id)
{
    constexpr std::size_t most = 1'000'000; // a session ends long before
    auto found = co_await store_.read([id = std::move(id)](store::transaction& on) {
        return sessions::list_events(on, id, 0, most);
    });
    if (!found)
        co_return std::nullopt;
    co_return std::move(*found);
}

asio::awaitable<result<sessions::facts>> session_archive::find(std::string account_id,
                                                               std::string id)
{
    auto work = [account_id = std::move(account_id), id](store::transaction& on) {
        return sessions::find_session(on, account_id, id);
    };
    auto found = co_await store_.read(std::move(work));
    if (!found)
        co_return std::unexpected(failure_of_store(found.error(), sessions_not_read()));
    if (!*found)
        co_return std::unexpected(session_not_found(id));
    co_return std::move(**found);
}

asio::awaitable<result<std::vector<sessions::facts>>>
session_archive::list(sessions::session_filter wanted)
{
    auto work = [wanted = std::move(wanted)](store::transaction& on) {
        return sessions::list_sessions(on, wanted);
    };
    auto found = co_await store_.read(std::move(work));
    if (!found)
        co_return std::unexpected(failure_of_store(found.error(), sessions_not_read()));
    co_return std::move(*found);
}

asio::awaitable<result<sessions::event_page>>
session_archive::events(std::string account_id, std::string id, std::uint64_t since)
{
    struct rows {
        std::vector<sessions::event> events;
        std::uint64_t since; // no later than the end
    };
    auto work = [account_id = std::move(account_id), id, since,
                 most = granted_.page_events](store::transaction& on) -> std::optional<rows> {
        if (!sessions::find_session(on, account_id, id))
            return std::nullopt;
        auto events = sessions::list_events(on, id, since, most);
        const auto last = events.empty() ? sessions::last_event(on, id) : std::nullopt;
        return rows{.events = std::move(events),
                    .since = last ? std::min(since, last->index + 1) : since};
    };
    auto found = co_await store_.read(std::move(work));
    if (!found)
        co_return std::unexpected(failure_of_store(found.error(), sessions_not_read()));
    if (!*found)
        co_return std::unexpected(session_not_found(id));
    co_return sessions::page_of(std::move((*found)->events), (*found)->since, granted_);
}

asio::awaitable<bool>
session_archive::has_event(std::string account_id, std::string id, std::uint64_t index)
{
    auto work = [account_id = std::move(account_id), id = std::move(id),
                 index](store::transaction& on) {
        return sessions::find_session(on, account_id, id) &&
               !sessions::list_events(on, id, index, 1).empty();
    };
    const auto found = co_await store_.read(std::move(work));
    co_return found.value_or(false);
}

asio::awaitable<result<month_so_far>> session_archive::month_of(std::string account_id,
                                                                sessions::month in)
{
    auto work = [account_id = std::move(account_id), in](store::transaction& on) {
        return month_so_far{.agreed = sessions::plan_of(on, account_id),
                            .billed = sessions::entries_of_month(on, account_id, in)};
    };
    auto found = co_await store_.read(std::move(work));
    if (!found)
        co_return std::unexpected(failure_of_store(found.error(), usage_not_read()));
    co_return std::move(*found);
}

asio::awaitable<void> session_archive::keep_up(sessions::moment now)
{
    const auto most = static_cast<std::int64_t>(limits_.forgotten_at_once);
    auto work = [now, before = now - limits_.age, most, holder = holder_](store::transaction& on) {
        sessions::see_live_sessions(on, now, holder);
        sessions::forget_sessions(on, before, most);
    };
    co_await store_.write(std::move(work));
}

} // namespace thimble::service
