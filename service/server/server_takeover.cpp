// Work that nodes have left which are gone, and that this one leaves when it ends.
#include "async/aborted.hpp"
#include "async/sleep.hpp"
#include "service/agent_loop/live_session.hpp"
#include "service/server/node_rows.hpp"
#include "service/server/server_parts.hpp"

#include <boost/asio/ip/host_name.hpp>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

std::string own_host_name()
{
    boost::system::error_code unknown;
    auto out = asio::ip::host_name(unknown);
    return unknown ? std::string() : out;
}

} // namespace

asio::awaitable<std::optional<std::vector<std::string>>> server::implementation::nodes_by_store()
{
    auto found = co_await store.read_first([id = node_id, lease = options.leases.lease](auto& on) {
        return nodes_in_store(on, id, lease);
    });
    if (!found)
        co_return std::nullopt;
    co_return std::move(*found);
}

asio::awaitable<std::optional<std::set<std::string>>>
server::implementation::open_jobs_among(std::string account_id, std::set<std::string> ids)
{
    auto found = co_await store.read(
        [account_id = std::move(account_id), ids = std::move(ids)](store::transaction& on) {
            std::set<std::string> out;
            for (const auto& each : ids)
                if (store::is_open(on, account_id, each))
                    out.insert(each);
            return out;
        });
    if (!found)
        co_return std::nullopt;
    co_return std::move(*found);
}

asio::awaitable<bool> server::implementation::beat()
{
    static const std::string name = own_host_name();
    const auto done = co_await store.put_first(
        [id = node_id](store::transaction& on) { beat_in_store(on, id, name); });
    co_return done.has_value();
}

void server::implementation::join_nodes()
{
    kept.belong_to(node_id);
    kept.when_taken([this](const job& what) { // the other node has to hear what came of it
        among_nodes->renew_link(what.subject().desktop_id);
    });
    sender.ask_before_sending([this] { return has_lease(); });
}

bool server::implementation::has_lease() const
{
    return among_nodes == nullptr || !among_nodes->cut_off();
}

/// Nothing more of such jobs goes out, whatever has gone out of them before: whoever has them by
/// now may have told their callers what it knows. What their desktops have got is not called off,
/// since it is that node's.
asio::awaitable<bool> server::implementation::drop_taken()
{
    if (!co_await agents.drop_taken())
        co_return false;
    auto under_way = sender.kept_under_way();
    for (const auto& each : kept.recovered()) // which it had taken up itself
        under_way.push_back(each->id());
    if (under_way.empty())
        co_return true;
    const auto held = co_await store.read([node = node_id](store::transaction& on) {
        std::set<std::string> out;
        for (auto& each : store::jobs_held_by(on, node))
            out.insert(std::move(each.id));
        return out;
    });
    if (!held)
        co_return false;
    for (const auto& each : under_way) {
        if (held->contains(each))
            continue;
        kept.let_go(each);
        sender.let_go(each);
        linked.let_go(each);
    }
    co_return true;
}

/// With every beat: a node that dies has its work elsewhere a moment after its lease.
asio::awaitable<void> server::implementation::take_over_from_the_silent()
{
    for (;;) {
        co_await async::sleep_for(options.leases.beat);
        if (!has_lease() || leaving_nodes)
            continue;
        co_await unless_it_throws(look_at_doubtful_work());
        const auto found =
            co_await store.read([lease = options.leases.lease](store::transaction& on) {
                return silent_nodes(on, lease);
            });
        if (!found)
            continue;
        for (const auto& each : *found)
            if (each != node_id && !among_nodes->takes_part(each) && has_lease() && !leaving_nodes)
                co_await unless_it_throws(take_over_work_of(each));
    }
}

/// Work of one node that cannot be gone on with keeps nobody from that of others.
asio::awaitable<void> server::implementation::unless_it_throws(asio::awaitable<void> part)
{
    try {
        co_await std::move(part);
    } catch (const std::exception& error) {
        async::throw_if_aborted(error);
        logger->error("the work of a node that is gone: {}", error.what());
    }
}

asio::awaitable<void> server::implementation::take_over_work_of(std::string silent)
{
    auto there =
        co_await store.read([silent](store::transaction& on) { return work_of(on, silent); });
    if (!there)
        co_return; // the next beat tries again, whoever's it is by then
    auto taken = co_await store.write(
        [silent, taker = node_id, lease = options.leases.lease](store::transaction& on) {
            return take_work(on, silent, taker, lease);
        });
    if (taken)
        go_on_with(std::move(*taken), silent);
    else if (taken.error().may_have_happened)
        doubtful_work.push_back(std::move(*there));
}

/// The store may have given it to this node, and has not said so: nobody else would go on with it.
asio::awaitable<void> server::implementation::look_at_doubtful_work()
{
    for (auto& each : std::exchange(doubtful_work, {})) {
        auto own = co_await store.write( // after what is in doubt
            [each, node = node_id](store::transaction& on) { return work_among(on, each, node); });
        if (own)
            go_on_with(std::move(*own), "that is gone");
        else
            doubtful_work.push_back(std::move(each));
    }
}

void server::implementation::go_on_with(left_work taken, std::string_view of)
{
    if (!taken.jobs.empty() || !taken.sessions.empty())
        logger->warn("node {} has left {} sessions and {} jobs, which go on here", of,
                     taken.sessions.size(), taken.jobs.size());
    if (!taken.recordings.empty())
        logger->warn("node {} has left {} recordings, which have ended", of,
                     taken.recordings.size());
    for (const auto& each : taken.recordings)
        tell(each);
    meter.work_taken_up(taken.jobs.size(), taken.sessions.size());
    settle_taken(taken.jobs);
    for (auto& each : taken.sessions) {
        auto acts = std::move(taken.acts[each.id]);
        auto phone = known.of_any_account(each.phone_id);
        agents.take_up(std::move(each), std::move(acts), std::move(phone));
    }
}

/// Their desktops' journals say what came of them, at the next link.
void server::implementation::settle_taken(const std::vector<store::job_row>& jobs)
{
    if (jobs.empty())
        return;
    std::set<std::string> desktops;
    std::vector<std::string> ids;
    for (const auto& each : jobs) {
        try {
            kept.restore({each});
        } catch (const std::exception& error) { // a row that makes no sense
            logger->error("job {} of a node that is gone: {}", each.id, error.what());
            continue;
        }
        desktops.insert(each.desktop_id);
        ids.push_back(each.id);
    }
    for (const auto& each : desktops)
        among_nodes->renew_link(each);
    beside.spawn(give_up_later(std::move(ids)));
}

asio::awaitable<void> server::implementation::give_up_later(std::vector<std::string> job_ids)
{
    co_await async::sleep_for(options.limits.desktop_return);
    open_ends.give_up(job_ids);
}

/// The job of an act of a session. nullptr also for one that has not ended and is in nobody's
/// memory here: its end would be waited for in vain.
asio::awaitable<job_ptr> server::implementation::find_act(std::string account_id, std::string id)
{
    auto found = co_await kept.find(std::move(account_id), id);
    co_return found && (found->settled() || kept.is_in_memory(id)) ? found : nullptr;
}

void server::implementation::ask_again_for_left_jobs(const std::string& desktop_id,
                                                     const desktop& via)
{
    const auto left = kept.adopted_ids(desktop_id);
    if (among_nodes &&
        !std::ranges::all_of(left, [&](const auto& each) { return via.can_tell_of(each); }))
        among_nodes->renew_link(desktop_id);
}

void server::implementation::begin_to_leave()
{
    drained_by = std::chrono::steady_clock::now() + options.drain;
    if (among_nodes)
        among_nodes->forwarded().drain();
}

/// The others go on at once with what has not ended here.
asio::awaitable<void>
server::implementation::leave_nodes(std::chrono::milliseconds time_for_last_writes)
{
    co_await among_nodes->forwarded().until_idle(drained_by - std::chrono::steady_clock::now());
    end_writes_within(time_for_last_writes);
    leaving_nodes = true;
    if (has_lease())
        co_await agents.leave_all();
    co_await recorded.close();
    co_await sender.close(); // what is under way stays open in the store
    co_await kept.written();
    among_nodes->announce_end(); // after the last event
    co_await store.written();    // with the last beat
    co_await store.put([id = node_id](store::transaction& on) { end_in_store(on, id); });
}

} // namespace thimble::service
