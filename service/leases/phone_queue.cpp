#include "service/leases/phone_queue.hpp"

#include "text/enum_words.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <tuple>

namespace thimble::service {

namespace asio = boost::asio;
using std::chrono::seconds;

namespace {

/// Weight of the last use in what is usual.
constexpr double weight_of_last = 0.25;

std::string credential_text(const account& who)
{
    const auto by = actor_of(who);
    return who.id + "/" + std::string(enum_word(by.kind)) + "/" + by.id;
}

} // namespace

/// One request; shared by the queue and its coroutine.
struct phone_queue::waiter {
    waiter(const asio::any_io_executor& home, request asked)
        : what(std::move(asked)), credential(credential_text(what.who)),
          began(clock::now() - what.waited), deadline(clock::now() + what.time),
          changed(home, deadline)
    {
        since -= std::chrono::duration_cast<std::chrono::system_clock::duration>(what.waited);
    }

    bool is_over() const { return given || gone || revoked || moved || clock::now() >= deadline; }

    request what;
    std::string credential;
    std::uint64_t arrival = 0;
    std::chrono::system_clock::time_point since = std::chrono::system_clock::now();
    clock::time_point began;
    clock::time_point deadline;
    std::optional<turn> given = {};
    bool gone = false;
    bool revoked = false;
    bool moved = false; // the queue has left this node
    async::signal changed;
};

/// As long as the request waits; it leaves however its coroutine ends.
struct phone_queue::stay {
    stay(phone_queue& in, waiter_ptr whose) : queue(in), of(std::move(whose)) {}
    stay(const stay&) = delete;
    stay& operator=(const stay&) = delete;
    ~stay() { queue.leave(*of); }

    phone_queue& queue;
    waiter_ptr of;
};

namespace {

failure no_phone_fits(const phone_requirement& wanted)
{
    return {.code = "NO_PHONE_FITS",
            .message = "No phone that this key may use is like that; GET /v1/phones lists them "
                       "with their labels.",
            .context = {{"phone", wanted.text}}};
}

failure too_many_wait()
{
    return {.code = "QUEUE_FULL",
            .message = "Too many requests wait for a phone already; try later.",
            .context = nlohmann::json::object()};
}

failure nobody_gives()
{
    return {.code = "NODE_CUT_OFF",
            .message = "No node of the service gives phones now: some do not hear all of the "
                       "others. Try again.",
            .context = {{"outcome", "not_sent"}}};
}

failure caller_left()
{
    return {.code = "CANCELLED",
            .message = "The caller went away before there was a phone.",
            .context = {{"outcome", "not_sent"}}};
}

failure revoked_while_waiting()
{
    return {.code = "INVALID_API_KEY",
            .message = "The key was revoked while the request waited for a phone.",
            .context = nlohmann::json::object()};
}

} // namespace

phone_queue::phone_queue(dependencies with) : with_(std::move(with)) {}

bool phone_queue::lives_here(const std::string& account_id) const
{
    return with_.others == nullptr || with_.others->is_here(account_id);
}

/// The queue may go to another node while a request waits, and to yet another.
asio::awaitable<result<phone_queue::turn>> phone_queue::take(request what, http::caller& from)
{
    const auto began = clock::now();
    const auto time = what.time;
    for (;;) {
        auto got = lives_here(what.who.id) ? co_await take_here(what, from)
                                           : co_await with_.others->take(what, from);
        if (got)
            co_return std::move(*got);
        if (from.gone())
            co_return std::unexpected(caller_left());
        what.waited = clock::now() - began;
        what.time = std::max(time - what.waited, clock::duration(0));
        if (what.waited >= time + with_.limits.agreement)
            co_return std::unexpected(nobody_gives());
    }
}

asio::awaitable<std::optional<result<phone_queue::turn>>> phone_queue::take_here(request what,
                                                                                 http::caller& from)
{
    look(); // those who wait come first
    if (fitting(what).empty())
        co_return std::unexpected(no_phone_fits(what.wanted));
    if (const auto free = best_free(what)) {
        with_.on_end("given", what.waited);
        co_return give(free, credential_text(what.who));
    }
    if (!has_room(what.who))
        co_return std::unexpected(too_many_wait());
    const stay here(*this, enlist(std::move(what)));
    const auto& mine = here.of;
    from.when_gone([left_by = std::weak_ptr(mine)] {
        if (const auto one = left_by.lock()) {
            one->gone = true;
            one->changed.notify_all();
        }
    });
    while (!mine->is_over())
        co_await mine->changed.wait();
    from.when_gone([] {});
    if (mine->moved && !mine->given && !mine->gone && !mine->revoked)
        co_return std::nullopt;
    const auto waited = clock::now() - mine->began;
    const bool taken = mine->given && !mine->gone && !mine->revoked;
    with_.on_end(taken ? "given" : mine->gone || mine->revoked ? "gone" : "late", waited);
    if (mine->gone)
        co_return std::unexpected(caller_left());
    if (mine->revoked)
        co_return std::unexpected(revoked_while_waiting());
    // The phone may have been forgotten since: nobody drives one that is not known.
    if (!mine->given || !with_.known.find(mine->what.who, mine->given->phone->id))
        co_return std::unexpected(no_phone_free(mine->what, position_of(*mine)));
    co_return std::move(*mine->given);
}

phone_queue::waiter_ptr phone_queue::enlist(request what)
{
    const auto made = std::make_shared<waiter>(with_.home, std::move(what));
    made->arrival = ++arrivals_;
    waiters_.emplace(made->arrival, made);
    return made;
}

/// Of credentials that were served before all that wait, there is nothing to remember: they come
/// first in either case.
void phone_queue::leave(const waiter& which)
{
    waiters_.erase(which.arrival);
    if (waiters_.empty()) {
        served_.clear();
    } else if (served_.size() > 2 * waiters_.size()) {
        auto first = given_;
        for (const auto& [arrival, each] : waiters_)
            first = std::min(first, served_at(each->credential));
        std::erase_if(served_, [&](const auto& each) { return each.second < first; });
    }
}

void phone_queue::look_at_nodes()
{
    if (with_.others == nullptr || waiters_.empty())
        return;
    for (const auto& [arrival, each] : waiters_)
        if (!each->is_over() && with_.others->has_left(each->what.who.id)) {
            each->moved = true;
            each->changed.notify_all();
        }
    if (std::exchange(passed_over_, false))
        for (const auto& each : with_.known.all())
            look_at(each->id);
}

void phone_queue::look_at_credentials()
{
    for (const auto& [arrival, each] : waiters_)
        if (!each->revoked && !with_.stands(each->what.who)) {
            each->revoked = true;
            each->changed.notify_all();
        }
}

std::uint64_t phone_queue::served_at(const std::string& credential) const
{
    const auto found = served_.find(credential);
    return found == served_.end() ? 0 : found->second;
}

bool phone_queue::has_room(const account& who) const
{
    const auto most = with_.limits.waiting;
    const auto share = account_share(most, with_.accounts());
    const auto theirs = std::ranges::count_if(
        waiters_, [&](const auto& each) { return each.second->what.who.id == who.id; });
    return waiters_.size() < most && std::cmp_less(theirs, share);
}

std::vector<phone_ptr> phone_queue::fitting(const request& what) const
{
    auto out = with_.known.of(what.who);
    std::erase_if(out, [&](const auto& each) { return !what.wanted.fits(*each); });
    return out;
}

bool phone_queue::is_free(const known_phone& phone, const account& for_whom) const
{
    return with_.known.status_of(phone) != connection_status::offline &&
           phone.state.blockers.empty() && !held_.contains(phone.id) &&
           lease_of_other(phone, actor_of(for_whom)) == nullptr && !with_.in_use(phone);
}

/// One that the credential has leased; then one with few labels that nobody asked for, so that
/// those with many stay free for others; then the one that was given away longest ago.
phone_ptr phone_queue::best_free(const request& what) const
{
    const auto rank = [](const phone_ptr& of) {
        const bool leased = lease_of(of->leased, lease::clock::now()) != nullptr; // by who asks
        return std::tuple(!leased, of->labels.size(), of->given_as);
    };
    phone_ptr best;
    for (const auto& each : fitting(what))
        if (is_free(*each, what.who) && (!best || rank(each) < rank(best)))
            best = each;
    return best;
}

phone_queue::turn phone_queue::give(const phone_ptr& phone, const std::string& credential)
{
    phone->given_as = ++given_;
    if (!waiters_.empty())
        served_.insert_or_assign(credential, given_);
    in_use_since_.insert_or_assign(phone->id, clock::now());
    return {.phone = phone, .held = hold(phone->id)};
}

std::shared_ptr<void> phone_queue::hold(const std::string& phone_id)
{
    held_.insert(phone_id);
    with_.on_use(phone_id);
    const auto let_go = [this, alive = std::weak_ptr(alive_), phone_id](void*) {
        if (alive.expired())
            return;
        held_.erase(phone_id);
        look_at(phone_id);
    };
    return {alive_.get(), let_go};
}

void phone_queue::look_at(const std::string& phone_id)
{
    with_.on_use(phone_id);
    look_for_waiters(phone_id);
}

void phone_queue::look_for_waiters(const std::string& phone_id)
{
    if (waiters_.empty() && !in_use_since_.contains(phone_id))
        return;
    // Not at once: whoever tells of it may not be done with the phone.
    if (to_look_at_.empty())
        asio::post(with_.home, [this, alive = std::weak_ptr(alive_)] {
            if (!alive.expired())
                look();
        });
    to_look_at_.insert(phone_id);
}

std::function<void(const std::string&)> phone_queue::listener()
{
    return [this, alive = std::weak_ptr(alive_)](const std::string& phone_id) {
        if (!alive.expired())
            look_at(phone_id);
    };
}

void phone_queue::look()
{
    for (const auto& id : std::exchange(to_look_at_, {}))
        if (const auto phone = with_.known.of_any_account(id)) {
            note_end_of_use(*phone);
            offer(phone);
        } else {
            in_use_since_.erase(id);
        }
}

void phone_queue::offer(const phone_ptr& phone)
{
    if (!lives_here(phone->account_id)) {
        passed_over_ = true;
        return;
    }
    waiter_ptr next;
    for (const auto& [arrival, each] : waiters_) {
        const auto& what = each->what;
        const bool theirs = what.who.id == phone->account_id && what.who.rights.may_use(phone->id);
        if (each->is_over() || !theirs || !what.wanted.fits(*phone) || !is_free(*phone, what.who))
            continue;
        if (!next || served_at(each->credential) < served_at(next->credential))
            next = each;
    }
    if (!next)
        return;
    next->given = give(phone, next->credential);
    next->changed.notify_all();
}

/// Of phones that were given away; those leased are in use until they are released.
void phone_queue::note_end_of_use(const known_phone& phone)
{
    const auto since = in_use_since_.find(phone.id);
    if (since == in_use_since_.end() || held_.contains(phone.id) || with_.in_use(phone) ||
        lease_of(phone.leased, lease::clock::now()) != nullptr)
        return;
    const std::chrono::duration<double> took = clock::now() - since->second;
    in_use_since_.erase(since);
    const auto [usual, first] = usual_use_.try_emplace(phone.account_id, took.count());
    if (!first)
        usual->second += weight_of_last * (took.count() - usual->second);
}

std::optional<double> phone_queue::seconds_until_free(const known_phone& phone,
                                                      const account& who) const
{
    if (const auto* const other = lease_of_other(phone, actor_of(who)))
        return std::chrono::duration<double>(other->expires_at - lease::clock::now()).count();
    const auto usual = usual_use_.find(phone.account_id);
    if (usual == usual_use_.end())
        return std::nullopt;
    const auto since = in_use_since_.find(phone.id);
    if (since == in_use_since_.end())
        return usual->second;
    const std::chrono::duration<double> so_far = clock::now() - since->second;
    return std::max(usual->second - so_far.count(), 0.0);
}

/// Its turn comes when as many phones have become free as there are requests up to it.
std::optional<seconds> phone_queue::estimate_for(const request& what, std::size_t position) const
{
    std::vector<double> times;
    for (const auto& each : fitting(what))
        if (with_.known.status_of(*each) != connection_status::offline &&
            each->state.blockers.empty())
            if (const auto time = seconds_until_free(*each, what.who))
                times.push_back(*time);
    if (times.empty())
        return std::nullopt;
    std::ranges::sort(times);
    const auto usual = usual_use_.find(what.who.id);
    const auto rounds = (position - 1) / times.size();
    if (rounds > 0 && usual == usual_use_.end())
        return std::nullopt;
    const auto more = rounds > 0 ? static_cast<double>(rounds) * usual->second : 0.0;
    return std::chrono::ceil<seconds>(
        std::chrono::duration<double>(times[(position - 1) % times.size()] + more));
}

/// Each credential has one request in each round; in a round the one comes first that was served
/// longest ago. `late` counts although its time is over.
std::vector<phone_queue::waiter_ptr> phone_queue::in_order(std::string_view account_id,
                                                           const waiter* late) const
{
    std::vector<std::tuple<std::size_t, std::uint64_t, std::uint64_t, waiter_ptr>> ranked;
    std::map<std::string_view, std::size_t> rounds;
    for (const auto& [arrival, each] : waiters_)
        if (each->what.who.id == account_id && (!each->is_over() || each.get() == late))
            ranked.emplace_back(rounds[each->credential]++, served_at(each->credential), arrival,
                                each);
    std::ranges::sort(ranked);
    std::vector<waiter_ptr> out;
    for (auto& each : ranked)
        out.push_back(std::move(std::get<waiter_ptr>(each)));
    return out;
}

std::size_t phone_queue::position_of(const waiter& which) const
{
    const auto all = in_order(which.what.who.id, &which);
    const auto it = std::ranges::find(all, &which, [](const auto& each) { return each.get(); });
    return static_cast<std::size_t>(it - all.begin()) + 1;
}

asio::awaitable<result<std::vector<phone_queue::place>>> phone_queue::places(std::string account_id,
                                                                             std::size_t most) const
{
    if (!lives_here(account_id))
        co_return co_await with_.others->places(std::move(account_id), most);
    co_return places_here(account_id, most);
}

std::vector<phone_queue::place> phone_queue::places_here(std::string_view account_id,
                                                         std::size_t most) const
{
    std::vector<place> out;
    for (const auto& each : in_order(account_id)) {
        if (out.size() == most)
            break;
        const auto& what = each->what;
        const auto position = out.size() + 1;
        out.push_back({.request_id = what.id,
                       .wanted = what.wanted.text,
                       .who = actor_of(what.who),
                       .since = each->since,
                       .position = position,
                       .estimate = estimate_for(what, position)});
    }
    return out;
}

failure phone_queue::no_phone_free(const request& what, std::size_t position) const
{
    const auto estimate = estimate_for(what, position);
    return {
        .code = "NO_PHONE_FREE",
        .message = "Every phone like that is in use, leased, not ready or not connected; wait "
                   "longer with wait_s, or try again.",
        .context = {{"phone", what.wanted.text},
                    {"position", position},
                    {"estimate_s", estimate ? nlohmann::json(estimate->count()) : nlohmann::json()},
                    {"outcome", "not_sent"}}};
}

} // namespace thimble::service
