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

std::int64_t number_of(const envelope& what)
{
    return member<std::int64_t>(what.more, channel::number);
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
               .log = context_.log}),
      relayed_(
          {.over = bus_,
           .out = out_,
           .is_there = [this](const std::string& other) { return hears(other); },
           .has_lease = [this] { return leases_.held(leases::clock::now()); },
           .took_over =
               [this](const std::string& desktop_id) { remote_.leave_to_this_node(desktop_id); },
           .log = context_.log}),
      sessions_(
          context_.home, bus_, out_, context_.give_order, context_.session_changed, context_.log),
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
                                    [this](const auto& what) { hear_event(what); }));
    heard_.push_back(
        bus_.subscribe(node_subject(context_.id), [this](const auto& what) { take_answer(what); }));
    heard_.push_back(bus_.subscribe(question_subject(context_.id),
                                    [this](const auto& what) { take_question(what); }));
}

void node::tell_event(const std::string& account_id,
                      std::string_view type,
                      const nlohmann::ordered_json& data)
{
    envelope what{.kind = std::string(kinds::event)};
    what.more["account"] = account_id;
    what.more["type"] = type;
    what.body = data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    out_.publish(std::string(events_subject), std::move(what));
}

void node::hear_event(const bus::message& what)
{
    const auto read = decode(what.bytes);
    if (!read || read->node == context_.id || read->kind != kinds::event)
        return;
    auto data = nlohmann::ordered_json::parse(read->body, nullptr, false);
    const auto account = member<std::string>(read->more, "account");
    const auto type = member<std::string>(read->more, "type");
    if (data.is_object() && !account.empty() && !type.empty())
        context_.event(account, type, std::move(data));
}

asio::awaitable<void> node::run()
{
    while (!leaving_) {
        if (context_.open_jobs && !std::exchange(settling_, true))
            tasks_.spawn(settle_unclaimed());
        const bool heard = leases_.hears_itself(leases::clock::now()); // else its row grows old
        if (context_.renew && heard && !std::exchange(renewing_, true))
            tasks_.spawn(be_witnessed());
        out_.beat(leases_.send(leases::clock::now()));
        co_await async::sleep_for(context_.times.beat);
        look_after_leases();
    }
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
        *others, [this](const std::string& each) { return hears(each); }, leases::clock::now());
}

/// A node that awaits such a result has heard of it within a lease, or has missed the news and been
/// told of the link again since, or has no lease.
asio::awaitable<void> node::settle_unclaimed()
{
    struct until_done {
        bool& under_way;
        ~until_done() { under_way = false; }
    } const mark{settling_};
    const auto before = leases::clock::now() - 2 * context_.times.lease;
    for (const auto& each : relayed_.unclaimed_before(before)) {
        if (cut_off())
            co_return;
        const auto open = co_await context_.open_jobs(each.account_id, each.job_ids);
        if (open && !cut_off())
            relayed_.settle_unclaimed(each, *open);
    }
}

/// One that the store alone hears of may be in the other half of a bus.
bool node::may_answer(const std::string& other, leases::clock::time_point now) const
{
    return leases_.is_live(other, now) || witnessed_.is_unheard(other);
}

void node::say_goodbye()
{
    leaving_ = true;
    up_to_date_ = false;
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
    lapse_.stop();
    tasks_.cancel();
    co_await tasks_.until_empty();
    co_await sessions_.close();
    co_await remote_.close();
}

bool node::cut_off() const
{
    return !up_to_date_ || !leases_.held(leases::clock::now());
}

void node::look_after_leases()
{
    const auto now = leases::clock::now();
    if (!leases_.held(now))
        fall_behind("has no lease any more: it does not hear itself, or is in no row of the store");
    for (const auto& each : leases_.take_expired(now)) {
        context_.log->warn("node {} is gone", each);
        leave_behind(each);
    }
}

void node::leave_behind(const std::string& gone)
{
    remote_.forget(gone);
    relayed_.forget(gone);
    sessions_.forget(gone);
    peers_.erase(gone);
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
}

void node::hear_news(const bus::message& what)
{
    const auto read = decode(what.bytes);
    if (!read)
        return;
    if (read->node == context_.id)
        return hear_own(*read);
    if (read->kind == kinds::bye) {
        context_.log->info("node {} ends", read->node);
        leases_.drop(read->node);
        return leave_behind(read->node);
    }
    leases_.hear(read->node, leases::clock::now());
    if (!peers_.contains(read->node))
        context_.log->info("node {} is there", read->node);
    auto& from = peers_[read->node];
    const auto number = number_of(*read);
    const bool beat = read->kind == kinds::beat;
    const bool begins = from.heard < 0;
    const bool next = number == from.heard + (beat ? 0 : 1);
    from.heard = number;
    from.missed = from.missed || !next;
    if (beat)
        compare_keys(from, *read);
    else
        take_news(*read);
    // Asked again with every beat until it has answered: a question may be lost.
    if (from.missed && (beat || begins || !next))
        ask_for_links(read->node);
}

void node::compare_keys(peer& with, const envelope& beat)
{
    const auto mark = member<std::string>(beat.more, channel::key_member);
    if (with.key_noted || mark.empty() || mark == out_.key_mark())
        return;
    with.key_noted = true;
    context_.log->error("node {} has another master key: secrets and repeated requests of one node "
                        "mean nothing at the other; give all of them the same",
                        beat.node);
}

/// The way to the others and back works.
void node::hear_own(const envelope& what)
{
    if (what.kind != kinds::beat)
        return;
    const auto now = leases::clock::now();
    const bool held_before = leases_.held(now);
    leases_.take_back(member<std::int64_t>(what.more, channel::beat_member));
    if (!held_before) {
        ++gaps_;
        heard_since_ = now;
        fall_behind("has not heard itself for too long");
    }
    if (leases_.held(now))
        set_lapse();
    const bool settled = leases_.held(now) && now - heard_since_ >= context_.times.settling;
    if (up_to_date_ || rejoining_ || leaving_ || !settled)
        return;
    rejoining_ = true;
    tasks_.spawn(rejoin());
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
    context_.log->info("this node is among {} others", peers_.size());
    if (context_.regained)
        context_.regained();
}

void node::take_news(const envelope& what)
{
    if (what.kind == kinds::link)
        remote_.begin(what);
    else if (what.kind == kinds::phone)
        remote_.change_phone(what);
    else if (what.kind == kinds::host)
        remote_.change_host(what);
    else if (what.kind == kinds::unlink)
        remote_.end(what);
    else if (what.kind == kinds::said)
        remote_.take(what);
    else if (what.kind == kinds::session)
        sessions_.hear(what);
}

void node::ask_for_links(const std::string& of)
{
    out_.publish(question_subject(of), {.kind = std::string(kinds::tell_links)});
}

/// The links come one by one, between a beginning and an end.
void node::take_answer(const bus::message& what)
{
    const auto read = decode(what.bytes);
    if (!read)
        return;
    if (read->kind == kinds::said || read->kind == kinds::picture)
        return remote_.take(*read);
    const auto from = peers_.find(read->node);
    if (from == peers_.end())
        return;
    auto& told_of = from->second.told_of;
    auto& session_ids = from->second.sessions;
    if (read->kind == kinds::links_begin) {
        told_of.clear();
        session_ids.clear();
    } else if (read->kind == kinds::session) {
        session_ids.insert(sessions_.hear(*read));
    } else if (read->kind == kinds::link) {
        remote_.begin(*read, true);
        told_of.insert(member<std::string>(read->more, "desktop"));
    } else if (read->kind == kinds::host) {
        remote_.change_host(*read);
    } else if (read->kind == kinds::links_end) {
        remote_.keep_only(read->node, std::exchange(told_of, {}));
        sessions_.keep_only(read->node, std::exchange(session_ids, {}));
        from->second.heard = number_of(*read);
        from->second.missed = false;
    }
}

void node::take_question(const bus::message& what)
{
    const auto read = decode(what.bytes);
    if (!read)
        return;
    if (read->kind == kinds::tell_links) {
        relayed_.tell_links_to(read->node, [&] { sessions_.tell_to(read->node); });
        remote_.renew(read->node);
    } else if (read->kind == kinds::reload && !up_to_date_ && !rejoining_) {
        out_.reply(what, kinds::done); // it reads everything before it answers
    } else if (read->kind == kinds::reload || read->kind == kinds::reload_phone) {
        tasks_.spawn(reload_for(what, *read));
    }
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

/// What has been asked of the store until now is in it when they read.
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
    auto all = leases_.live(leases::clock::now());
    std::ranges::copy(witnessed_.unheard(), std::back_inserter(all));
    for (const auto& each : all)
        co_await have_taken(each, what, until);
}

/// Reading anew changes nothing, so that it may be asked for as often as it takes.
asio::awaitable<void>
node::have_taken(std::string other, envelope what, leases::clock::time_point until)
{
    for (auto now = leases::clock::now(); now < until && may_answer(other, now);
         now = leases::clock::now()) {
        const auto reply = co_await out_.request(question_subject(other), what, time_for_question);
        const auto read = reply ? decode(*reply) : std::nullopt;
        if (read && read->kind == kinds::done)
            co_return;
        co_await async::sleep_for(time_for_question / 10);
    }
}

} // namespace thimble::service::nodes
