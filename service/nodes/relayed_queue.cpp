#include "service/nodes/relayed_queue.hpp"

#include "async/exception_text.hpp"
#include "async/sleep.hpp"
#include "text/json_member.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <set>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds time_for_places{1'000};
constexpr std::chrono::milliseconds pause_before_try{100};
constexpr std::chrono::milliseconds time_for_turn{5'000}; // to come, once the wait is over
constexpr const char* ticket = "ticket";
constexpr const char* tickets = "tickets"; // those that wait
constexpr const char* kept = "kept";       // those that have a phone
constexpr const char* account_member = "account";
constexpr const char* what_member = "what";

/// FNV-1a, which is the same in every process.
std::uint64_t weight_of(std::string_view node, std::string_view name)
{
    std::uint64_t out = 14'695'981'039'346'656'037U;
    const auto add = [&out](std::string_view text) {
        for (const char each : text)
            out = (out ^ static_cast<unsigned char>(each)) * 1'099'511'628'211U;
    };
    add(node);
    add("/");
    add(name);
    out = (out ^ (out >> 32U)) * 0x9e37'79b9'7f4a'7c15U; // the last letters change few bits
    return out ^ (out >> 29U);
}

std::set<std::string> texts_in(const nlohmann::json& record, const char* name)
{
    std::set<std::string> out;
    const auto list = record.find(name);
    if (list != record.end() && list->is_array())
        for (const auto& each : *list)
            if (each.is_string())
                out.insert(each.get<std::string>());
    return out;
}

} // namespace

std::string place_among(const std::vector<std::string>& nodes, std::string_view name)
{
    return *std::ranges::max_element(nodes, {}, [name](const std::string& each) {
        return std::pair(weight_of(each, name), std::string_view(each));
    });
}

relayed_queue::relayed_queue(dependencies with)
    : with_(std::move(with)),
      tasks_(with_.home, [log = with_.log](const std::exception_ptr& problem) {
          log->error("a request that waits for a phone: {}", async::exception_text(problem));
      })
{
}

std::string relayed_queue::place_of(const std::string& account_id) const
{
    auto all = with_.others();
    all.push_back(with_.out.id());
    return place_among(all, account_id);
}

bool relayed_queue::is_here(const std::string& account_id) const
{
    return with_.knows_all() && place_of(account_id) == with_.out.id();
}

bool relayed_queue::has_left(const std::string& account_id) const
{
    return place_of(account_id) != with_.out.id();
}

// At the node with the request.

void relayed_queue::end_wait(request& which)
{
    which.over = true;
    which.changed.notify_all();
}

void relayed_queue::give_up()
{
    for (const auto& [id, each] : away_)
        end_wait(*each);
}

std::shared_ptr<void> relayed_queue::until_left(const std::string& id,
                                                const std::shared_ptr<request>& mine)
{
    const auto end = [this, alive = std::weak_ptr(alive_), id, node = mine->node](void*) {
        if (alive.expired())
            return;
        away_.erase(id);
        envelope gone{.kind = std::string(kinds::queue_leave)};
        gone.more[ticket] = id;
        with_.out.publish(question_subject(node), std::move(gone));
    };
    away_.emplace(id, mine);
    return {alive_.get(), end};
}

asio::awaitable<std::optional<relayed_queue::turn>>
relayed_queue::take(std::string account_id,
                    nlohmann::json what,
                    http::caller& from,
                    std::chrono::steady_clock::duration time)
{
    auto node = place_of(account_id);
    if (node == with_.out.id()) { // it does not know all yet that it has to look at
        co_await async::sleep_for(pause_before_try);
        co_return std::nullopt;
    }
    const auto id = random_uuid();
    const auto mine = std::make_shared<request>(
        with_.home, node, account_id, std::chrono::steady_clock::now() + time + time_for_turn);
    auto held = until_left(id, mine);
    envelope asked{.kind = std::string(kinds::queue_ask)};
    asked.more[ticket] = id;
    asked.more[account_member] = std::move(account_id);
    asked.more[what_member] = std::move(what);
    with_.out.publish(question_subject(node), std::move(asked));
    from.when_gone([weak = std::weak_ptr(mine)] {
        if (const auto one = weak.lock())
            end_wait(*one);
    });
    while (!mine->is_over())
        co_await mine->changed.wait();
    from.when_gone([] {});
    if (mine->outcome && !from.gone())
        co_return turn{.outcome = *mine->outcome, .held = std::move(held)};
    held.reset();
    if (!from.gone())
        co_await async::sleep_for(pause_before_try);
    co_return std::nullopt;
}

asio::awaitable<std::optional<nlohmann::json>> relayed_queue::places(std::string account_id,
                                                                     std::int64_t most)
{
    const auto node = place_of(account_id);
    if (node == with_.out.id())
        co_return with_.places(std::move(account_id), most);
    envelope asked{.kind = std::string(kinds::queue_places)};
    asked.more[account_member] = std::move(account_id);
    asked.more["most"] = most;
    const auto reply =
        co_await with_.out.request(question_subject(node), std::move(asked), time_for_places);
    const auto read = reply ? decode(*reply) : std::nullopt;
    if (!read || !read->more.contains(what_member))
        co_return std::nullopt;
    co_return read->more[what_member];
}

/// Each node hears of all that this one has there: what it does not know is asked for anew, and
/// what it has beyond that has gone.
void relayed_queue::renew()
{
    std::map<std::string, std::pair<nlohmann::json, nlohmann::json>> by_node;
    for (const auto& each : with_.others())
        by_node.emplace(each, std::pair(nlohmann::json::array(), nlohmann::json::array()));
    for (const auto& [id, each] : away_) {
        if (!each->outcome && place_of(each->account_id) != each->node)
            end_wait(*each);
        if (const auto at = by_node.find(each->node); at != by_node.end() && !each->over)
            (each->outcome ? at->second.second : at->second.first).push_back(id);
    }
    for (auto& [node, lists] : by_node) {
        if (lists.first.empty() && lists.second.empty() &&
            std::ranges::none_of(guests_, [&](const auto& of) { return of.second->node == node; }))
            continue;
        envelope all{.kind = std::string(kinds::queue_keep)};
        all.more[tickets] = std::move(lists.first);
        all.more[kept] = std::move(lists.second);
        with_.out.publish(question_subject(node), std::move(all));
    }
}

// At the node with the queue.

void relayed_queue::hear(const bus::message& asked, const envelope& what)
{
    const auto id = member<std::string>(what.more, ticket);
    if (what.kind == kinds::queue_ask)
        return enlist(what, id);
    if (what.kind == kinds::queue_keep)
        return keep_only(what);
    if (what.kind == kinds::queue_places) {
        envelope told{.kind = std::string(kinds::done)};
        told.more[what_member] = with_.places(member<std::string>(what.more, account_member),
                                              member<std::int64_t>(what.more, "most"));
        return with_.out.reply(asked, std::move(told));
    }
    if (what.kind == kinds::queue_leave) {
        const auto found = guests_.find(id);
        if (found != guests_.end() && found->second->node == what.node)
            drop(id);
        return;
    }
    if (what.kind != kinds::queue_turn)
        return;
    const auto found = away_.find(id);
    if (found == away_.end() || found->second->node != what.node || found->second->outcome)
        return;
    if (const auto outcome = what.more.find(what_member); outcome != what.more.end())
        found->second->outcome = *outcome;
    else
        found->second->over = true; // it has to be asked for elsewhere, or again
    found->second->changed.notify_all();
}

void relayed_queue::enlist(const envelope& what, const std::string& id)
{
    const auto asked = what.more.find(what_member);
    if (!is_uuid(id) || guests_.contains(id) || asked == what.more.end())
        return;
    if (!is_here(member<std::string>(what.more, account_member)))
        return tell_turn(id, what.node, nullptr);
    const auto made = std::make_shared<guest>();
    made->node = what.node;
    guests_.emplace(id, made);
    tasks_.spawn(wait_for(id, made, *asked));
}

asio::awaitable<void> relayed_queue::wait_for(std::string id, guest_ptr whose, nlohmann::json what)
{
    try {
        whose->got = co_await with_.wait(std::move(what), whose->from);
    } catch (...) { // it may be asked for again
        guests_.erase(id);
        tell_turn(id, whose->node, nullptr);
        throw;
    }
    whose->moved = !whose->got;
    if (whose->from.gone())
        co_return; // which lets go of its phone
    tell_turn(id, whose->node, whose.get());
    if (whose->moved)
        guests_.erase(id);
}

/// Without an outcome where it has to be asked for elsewhere.
void relayed_queue::tell_turn(const std::string& id, const std::string& node, const guest* whose)
{
    envelope told{.kind = std::string(kinds::queue_turn)};
    told.more[ticket] = id;
    if (whose != nullptr && whose->got)
        told.more[what_member] = whose->got->outcome;
    with_.out.publish(question_subject(node), std::move(told));
}

void relayed_queue::drop(const std::string& id)
{
    const auto found = guests_.find(id);
    if (found == guests_.end())
        return;
    const auto whose = found->second;
    guests_.erase(found);
    whose->got.reset();
    whose->from.leave();
}

void relayed_queue::keep_only(const envelope& what)
{
    const auto waiting = texts_in(what.more, tickets);
    const auto with_phones = texts_in(what.more, kept);
    for (const auto& [id, each] : std::map(guests_))
        if (each->node == what.node && !waiting.contains(id) && !with_phones.contains(id))
            drop(id);
    for (const auto& id : waiting) {
        const auto found = guests_.find(id);
        if (found == guests_.end())
            tell_turn(id, what.node, nullptr);
        else if (found->second->got)
            tell_turn(id, what.node, found->second.get());
    }
}

void relayed_queue::forget(const std::string& node)
{
    for (const auto& [id, each] : std::map(guests_))
        if (each->node == node)
            drop(id);
    for (const auto& [id, each] : std::map(away_))
        if (each->node == node && !each->outcome)
            end_wait(*each);
}

asio::awaitable<void> relayed_queue::close()
{
    tasks_.cancel();
    co_await tasks_.until_empty();
    guests_.clear();
}

} // namespace thimble::service::nodes
