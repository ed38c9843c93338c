#include "service/nodes/node.hpp"

#include "async/exception_text.hpp"
#include "async/sleep.hpp"
#include "text/json_member.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds time_for_question{1'000};
constexpr int tries_in_a_beat = 5; // for a lease that runs out

/// Sessions of a node that is gone are at another one within less than three leases, unless that
/// has to repeat something.
std::size_t beats_of_a_move(const lease_times& with)
{
    return static_cast<std::size_t>(5 * with.lease / with.beat);
}

} // namespace

node::node(node_dependencies given)
    : context_(std::move(given)), bus_(context_.home, context_.over),
      out_(bus_, context_.id, context_.key_mark), leases_(context_.times.lease),
      witnessed_(context_.id, context_.times.lease),
      remote_({.home = context_.home,
               .out = out_,
               .enrolled = context_.enrolled,
               .awaited = context_.awaited,
               .connected = context_.connected,
               .phone_changed = context_.phone_changed,
               .host_changed = context_.host_changed,
               .gone = context_.gone,
               .attached = context_.attached,
               .with_lease =
                   [this] {
                       const auto all = may_tell();
                       return std::set(all.begin(), all.end());
                   },
               .has_lease = [this] { return leases_.held(leases::clock::now()); },
               .time_to_tell = context_.times.lease,
               .log = context_.log}),
      relayed_(
          {.home = context_.home,
           .over = bus_,
           .out = out_,
           .is_there = [this](const std::string& other) { return is_live(other); },
           .has_lease = [this] { return leases_.held(leases::clock::now()); },
           .took_over =
               [this](const std::string& desktop_id) { remote_.leave_to_this_node(desktop_id); },
           .log = context_.log}),
      sessions_(context_.home,
                bus_,
                out_,
                context_.give_order,
                context_.session_changed,
                beats_of_a_move(context_.times),
                context_.log),
      requests_({.home = context_.home,
                 .over = bus_,
                 .out = out_,
                 .others = [this] { return leases_.live(leases::clock::now()); },
                 .log = context_.log}),
      forwarded_({.home = context_.home,
                  .out = out_,
                  .is_live = [this](const std::string& other) { return is_live(other); },
                  .answer = context_.answer,
                  .log = context_.log}),
      loads_(std::make_shared<phone_loads>(context_.home,
                                           out_,
                                           context_.load_of,
                                           context_.use_changed,
                                           [this] { return somebody_waits(); })),
      events_(context_.home, out_), queue_({.home = context_.home,
                                            .out = out_,
                                            .others = [this] { return with_lease(); },
                                            .knows_all = [this] { return knows_all(); },
                                            .wait = context_.wait_in_queue,
                                            .places = context_.places_in_queue,
                                            .log = context_.log}),
      lapse_(context_.home),
      tasks_(context_.home, [log = context_.log](const std::exception_ptr& problem) {
          log->error("among the nodes: {}", async::exception_text(problem));
      })
{
    if (context_.renew)
        leases_.need_witness();
    heard_.push_back(
        bus_.subscribe(std::string(news_subject), [this](const auto& what) { hear_news(what); }));
    heard_.push_back(bus_.subscribe(std::string(events_subject),
                                    [this](const auto& what) { hear_events(what); }));
    heard_.push_back(bus_.subscribe(std::string(counts_subject),
                                    [this](const auto& what) { hear_counts(what); }));
    heard_.push_back(
        bus_.subscribe(node_subject(context_.id), [this](const auto& what) { take_answer(what); }));
    heard_.push_back(bus_.subscribe(question_subject(context_.id),
                                    [this](const auto& what) { take_question(what); }));
}

bool node::is_place_of(std::string_view name) const
{
    if (cut_off())
        return false;
    auto all = may_tell();
    if (const auto* const heard_by = remote_.heard_by())
        std::erase_if(all, [&](const auto& each) { return !heard_by->contains(each); });
    return !all.empty() && place_among(all, name) == context_.id;
}

std::vector<std::string> node::may_tell() const
{
    auto all = with_lease();
    if (!cut_off())
        all.push_back(context_.id);
    std::ranges::copy(witnessed_.unheard(), std::back_inserter(all)); // which count alike
    return all;
}

bool node::takes_part(const std::string& other) const
{
    const auto known = peers_.find(other);
    return is_live(other) && (known == peers_.end() || known->second.has_lease);
}

std::vector<std::string> node::with_lease() const
{
    auto out = leases_.live(leases::clock::now());
    std::erase_if(out, [this](const auto& each) { return !takes_part(each); });
    return out;
}

void node::tell_counts()
{
    auto now = context_.counts ? context_.counts() : nlohmann::json();
    if (now.empty())
        return;
    envelope what{.kind = std::string(kinds::counts)};
    what.body = now.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    out_.publish(std::string(counts_subject), std::move(what));
}

asio::awaitable<void> node::run()
{
    while (!leaving_) {
        if (context_.open_jobs && !std::exchange(settling_, true))
            tasks_.spawn(settle_stored());
        ask_for_lease();
        co_await rest_between_beats();
        look_after_leases();
        if (!cut_off()) // else there is nobody to be heard of
            sessions_.give_up_unclaimed();
        queue_.renew();
        forwarded_.renew();
        context_.look_around();
        tell_counts();
    }
}

void node::ask_for_lease()
{
    const bool heard = leases_.hears_itself(leases::clock::now()); // else its row grows old
    if (context_.renew && heard && !std::exchange(renewing_, true))
        tasks_.spawn(be_witnessed());
    tell_beat();
}

/// While less than half of the lease is left, it is asked for more often: a store or a bus that is
/// back soon is there before the lease has run out.
asio::awaitable<void> node::rest_between_beats()
{
    const auto until = leases::clock::now() + context_.times.beat;
    for (auto left = leases::clock::duration(context_.times.beat);
         left > leases::clock::duration::zero() && !leaving_; left = until - leases::clock::now()) {
        co_await async::sleep_for(
            std::min<leases::clock::duration>(left, context_.times.beat / tries_in_a_beat));
        const auto now = leases::clock::now();
        if (leases_.held(now) && leases_.held_until() - now < context_.times.lease / 2)
            ask_for_lease();
    }
}

/// A node whose beats have said that it has no lease answers no earlier than one that joins: the
/// others have to hear that it has one again.
void node::tell_beat()
{
    const auto now = leases::clock::now();
    const auto number = leases_.send(now);
    const bool has_lease = leases_.held(now);
    if (!has_lease)
        heard_since_ = now;
    out_.beat(number,
              {.has_lease = has_lease, .answers = !cut_off(), .waits = context_.requests_wait()});
}

asio::awaitable<void> node::be_witnessed()
{
    struct until_done {
        bool& under_way;
        ~until_done() { under_way = false; }
    } const mark{renewing_};
    const auto asked = leases::clock::now();
    if (!co_await may_be_witnessed() || leaving_ || !co_await context_.renew() || leaving_)
        co_return; // the next beat tries again
    leases_.witness(asked);
    set_lapse();
}

asio::awaitable<bool> node::may_be_witnessed()
{
    if (!context_.in_store)
        co_return true;
    const auto others = co_await context_.in_store();
    co_return others&& witnessed_.look(
        *others, [this](const std::string& each) { return is_live(each); }, leases::clock::now());
}

/// A node that awaits a result which nobody has claimed has heard of it within a lease, or has
/// missed the news and been told of the link again since, or has no lease.
asio::awaitable<void> node::settle_stored()
{
    struct until_done {
        bool& under_way;
        ~until_done() { under_way = false; }
    } const mark{settling_};
    const auto now = leases::clock::now();
    for (const auto& each :
         relayed_.unsettled_since({.claimed = now - context_.times.lease,
                                   .unclaimed = now - 2 * context_.times.lease})) {
        if (cut_off())
            co_return;
        const auto open = co_await context_.open_jobs(each.account_id, each.job_ids);
        if (open && !cut_off())
            relayed_.settle_stored(each, *open);
    }
}

/// One that the store alone hears of may be in the other half of a bus.
bool node::may_answer(const std::string& other, leases::clock::time_point now) const
{
    return leases_.is_live(other, now) || witnessed_.is_unheard(other);
}

void node::announce_end()
{
    leaving_ = true;
    up_to_date_ = false;
    relayed_.tell_now();
    remote_.tell_now();
    events_.tell_now(); // whoever hears some later takes this node for one that is there
    out_.tell_last({.kind = std::string(kinds::bye)});
}

void node::renew_link(const std::string& desktop_id)
{
    if (!relayed_.renew_link(desktop_id))
        remote_.renew_link(desktop_id);
}

asio::awaitable<void> node::close()
{
    heard_.clear();
    loads_->close();
    events_.tell_now();
    lapse_.stop();
    tasks_.cancel();
    co_await tasks_.until_empty();
    co_await requests_.close();
    co_await queue_.close();
    co_await forwarded_.close();
    co_await sessions_.close();
    co_await remote_.close();
}

bool node::cut_off() const
{
    return !up_to_date_ || !leases_.held(leases::clock::now());
}

/// One that the store alone hears of may give phones as well: NATS may have fallen in two.
bool node::knows_all() const
{
    return !cut_off() && witnessed_.unheard().empty() &&
           std::ranges::none_of(peers_, [](const auto& each) { return each.second.missed; });
}

bool node::somebody_waits() const
{
    return std::ranges::any_of(peers_, [](const auto& each) { return each.second.waits; });
}

void node::look_after_leases()
{
    const auto now = leases::clock::now();
    if (!leases_.held(now))
        fall_behind(leases_.hears_itself(now)
                        ? "has no lease any more: it could not write its row into the store in time"
                        : "has no lease any more: it does not hear itself over NATS in time");
    for (auto& each : leases_.take_expired(now))
        apart_.insert(std::move(each));
    for (const auto& each : std::set(apart_)) {
        if (leases_.held(now) && witnessed_.is_unheard(each))
            continue; // the bus may have fallen in two: this half may be the one that gives up
        context_.log->warn("node {} is gone", each);
        leave_behind(each);
    }
}

void node::leave_behind(const std::string& gone)
{
    forgetting_ = true;
    remote_.forget(gone);
    forgetting_ = false;
    relayed_.forget(gone);
    sessions_.forget(gone);
    forwarded_.forget(gone);
    loads_->forget(gone);
    queue_.forget(gone);
    out_.forget(gone);
    apart_.erase(gone);
    peers_.erase(gone);
    if (context_.node_gone)
        context_.node_gone(gone);
    context_.look_around();
}

void node::set_lapse()
{
    const auto left = leases_.held_until() - leases::clock::now();
    lapse_.set(std::max(left, leases::clock::duration::zero()), [this] { look_after_leases(); });
}

/// It answers nobody until it has read anew what there is.
void node::fall_behind(std::string_view why)
{
    if (!std::exchange(up_to_date_, false))
        return;
    context_.log->warn("this node {}: it answers nobody", why);
    context_.lost();
    sessions_.refuse_orders();
    queue_.give_up();
    forwarded_.give_up();
    context_.look_around();
}

/// Everything that may have passed it by, before it answers again.
asio::awaitable<void> node::rejoin()
{
    struct until_done {
        bool& under_way;
        ~until_done() { under_way = false; }
    } const mark{rejoining_};
    const auto before = gaps_;
    if (!co_await context_.catch_up() || before != gaps_)
        co_return; // the next beat tries again
    for (const auto& [id, each] : peers_)
        ask_for_links(id);
    up_to_date_ = !leaving_ && leases_.held(leases::clock::now());
    if (!up_to_date_)
        co_return;
    sessions_.take_orders();
    context_.log->info("this node is among {} others", peers_.size());
    have_others_reload_soon(); // what it has changed while nobody heard it
    if (context_.regained)
        context_.regained();
}

void node::ask_for_links(const std::string& of)
{
    out_.publish(question_subject(of), {.kind = std::string(kinds::tell_links)});
}

asio::awaitable<bool> node::reload_what(envelope asked)
{
    if (asked.kind == kinds::reload)
        co_return co_await context_.reload();
    phone_change what{.account_id = member<std::string>(asked.more, "account"),
                      .phone_id = member<std::string>(asked.more, "phone"),
                      .selected = member<bool>(asked.more, "selected")};
    co_return co_await context_.reload_phone(std::move(what));
}

/// Where the store fails, a right that is gone may stand here: it is nobody's until all are read.
asio::awaitable<void> node::reload_for(bus::message asked, envelope what)
{
    const bool of_rights = what.kind == kinds::reload;
    const bool read = co_await reload_what(std::move(what));
    if (!read && of_rights) {
        ++gaps_;
        fall_behind("cannot read what others have changed");
    }
    out_.reply(asked, read || of_rights ? kinds::done : kinds::failed);
}

/// The store has all that was written behind until now before they read.
asio::awaitable<void> node::have_others_reload_once()
{
    co_await context_.written();
    reload_is_due_ = false;
    co_await have_others_reload();
}

asio::awaitable<void> node::have_others_reload(phone_change what)
{
    co_await context_.written(); // they read the store
    nlohmann::json more{{"account", what.account_id}, {"phone", what.phone_id}};
    if (what.selected)
        more["selected"] = true;
    co_await have_all_take(kinds::reload_phone, std::move(more),
                           leases::clock::now() + context_.times.lease);
}

asio::awaitable<void>
node::have_all_take(std::string_view kind, nlohmann::json more, leases::clock::time_point until)
{
    const envelope what{.kind = std::string(kind), .more = std::move(more)};
    auto left = leases_.live(leases::clock::now());
    std::ranges::copy(witnessed_.unheard(), std::back_inserter(left));
    while (!left.empty()) { // each of them before any is asked again
        std::vector<std::string> late;
        for (auto& each : left)
            if (!co_await has_taken(each, what))
                late.push_back(std::move(each));
        const auto now = leases::clock::now();
        std::erase_if(late,
                      [&](const auto& each) { return now >= until || !may_answer(each, now); });
        left = std::move(late);
        if (!left.empty())
            co_await async::sleep_for(time_for_question / 10);
    }
}

/// Reading anew changes nothing, so that it may be asked for as often as it takes.
asio::awaitable<bool> node::has_taken(std::string other, envelope what)
{
    if (!may_answer(other, leases::clock::now()))
        co_return true; // it has no lease, and reads everything before it has one
    const auto reply =
        co_await out_.request(question_subject(other), std::move(what), time_for_question);
    const auto read = reply ? decode(*reply) : std::nullopt;
    co_return read && read->kind == kinds::done;
}

} // namespace thimble::service::nodes
