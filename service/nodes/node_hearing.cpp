// A node hears the others: news, events, counts, answers and questions.
#include "service/nodes/node.hpp"
#include "service/nodes/settled_jobs.hpp"
#include "text/json_member.hpp"

#include <utility>

namespace thimble::service::nodes {

namespace {

constexpr std::string_view queue_kinds = "queue_"; // they begin so

std::int64_t number_of(const envelope& what)
{
    return member<std::int64_t>(what.more, channel::number);
}

} // namespace

/// Of its own it needs the beats alone.
void node::hear_news(const bus::message& what)
{
    const auto begins_with = head_of(what.bytes);
    if (begins_with.node == context_.id && begins_with.kind != kinds::beat)
        return;
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
    const bool was_apart = apart_.erase(read->node) > 0;
    if (!peers_.contains(read->node))
        context_.log->info("node {} is there", read->node);
    auto& from = peers_[read->node];
    const auto number = number_of(*read);
    const bool beat = read->kind == kinds::beat;
    const bool begins = from.heard < 0;
    const bool next = number == from.heard + (beat ? 0 : 1);
    from.heard = number;
    from.missed = from.missed || !next || was_apart; // what it was told then is lost as well
    if (beat) {
        compare_keys(from, *read);
        note_standing(from, *read);
        compare_told(from, *read);
    } else {
        take_news(*read);
    }
    // Asked again with every beat until it has answered: a question may be lost.
    if (from.missed && (beat || begins || !next))
        ask_for_links(read->node);
    if (begins)
        context_.look_around();
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

/// One that was cut off has told of no sessions: it is asked for them now that it knows which are
/// its own.
void node::note_standing(peer& of, const envelope& beat)
{
    of.has_lease = member<bool>(beat.more, channel::lease_member, true);
    const bool answers = member<bool>(beat.more, channel::answers_member);
    of.missed = of.missed || (answers && !of.answers);
    of.answers = answers;
    of.waits = member<bool>(beat.more, channel::waits_member);
}

/// Losses among what it has told this node alone are no news, and leave no gap in them.
void node::compare_told(peer& with, const envelope& beat) const
{
    const auto counts = beat.more.find(channel::told_member);
    const auto told =
        counts == beat.more.end() ? std::int64_t{0} : member<std::int64_t>(*counts, context_.id);
    with.missed = with.missed || told != with.told;
    with.told = told;
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
    else if (what.kind == kinds::away)
        remote_.stay_away(what);
    else if (what.kind == kinds::said || what.kind == kinds::picture)
        remote_.take(what);
    else if (what.kind == kinds::session)
        sessions_.hear(what);
    else if (what.kind == kinds::load)
        loads_->hear(what);
}

/// The links come one by one, between a beginning and an end.
void node::take_answer(const bus::message& what)
{
    const auto read = decode(what.bytes);
    if (!read)
        return;
    const auto from = peers_.find(read->node);
    if (read->kind == kinds::answers && from != peers_.end()) {
        const auto number = member<std::int64_t>(read->more, channel::told_number);
        from->second.missed = from->second.missed || number != from->second.told + 1;
        from->second.told = number;
    }
    if (read->kind == kinds::answers || read->kind == kinds::picture) {
        const bool readable = remote_.take(*read);
        if (from != peers_.end())
            from->second.missed = from->second.missed || !readable;
        return;
    }
    if (from == peers_.end())
        return;
    auto& told_of = from->second.told_of;
    auto& session_ids = from->second.sessions;
    if (read->kind == kinds::links_begin) {
        told_of.clear();
        session_ids.clear();
        from->second.told_sessions = false;
    } else if (read->kind == kinds::session) {
        session_ids.insert(sessions_.hear(*read));
    } else if (read->kind == kinds::link) {
        remote_.begin(*read, true);
        told_of.insert(member<std::string>(read->more, "desktop"));
    } else if (read->kind == kinds::host) {
        remote_.change_host(*read);
    } else if (read->kind == kinds::load) {
        loads_->hear_all(*read);
    } else if (read->kind == kinds::sessions_end) {
        sessions_.keep_only(read->node, std::exchange(session_ids, {}));
        from->second.told_sessions = true;
    } else if (read->kind == kinds::links_end) {
        remote_.keep_only(read->node, std::exchange(told_of, {}));
        from->second.answers = from->second.answers && from->second.told_sessions;
        from->second.heard = number_of(*read);
        from->second.missed = false;
        context_.look_around();
    }
}

void node::take_question(const bus::message& what)
{
    const auto read = decode(what.bytes);
    if (!read)
        return;
    if (read->kind.starts_with(kinds::http)) {
        forwarded_.take(what, *read);
    } else if (read->kind.starts_with(queue_kinds)) {
        queue_.hear(what, *read);
    } else if (read->kind == kinds::orders) {
        relayed_.take_orders(what, *read);
    } else if (read->kind == kinds::claim) {
        relayed_.take_claim(*read);
    } else if (read->kind == kinds::settled) {
        relayed_.settle(settled_jobs::jobs_in(*read));
    } else if (read->kind == kinds::tell_links) {
        relayed_.tell_links_to(read->node, [&] {
            if (!cut_off())
                sessions_.tell_to(read->node);
            loads_->tell_to(read->node);
        });
        remote_.renew(read->node);
    } else if (read->kind == kinds::reload && !up_to_date_ && !rejoining_) {
        out_.reply(what, kinds::done); // it reads everything before it answers
    } else if (read->kind == kinds::reload || read->kind == kinds::reload_phone) {
        tasks_.spawn(reload_for(what, *read));
    } else if (!what.reply_to.empty()) {
        out_.reply(what, kinds::failed); // of a later release: nothing of it is done here
    }
}

void node::hear_events(const bus::message& what)
{
    if (head_of(what.bytes).node == context_.id)
        return;
    const auto read = decode(what.bytes);
    if (!read || read->node == context_.id || read->kind != kinds::events)
        return;
    for (auto& each : event_news::events_in(*read))
        context_.event(read->node, std::move(each));
}

void node::hear_counts(const bus::message& what)
{
    if (head_of(what.bytes).node == context_.id)
        return;
    const auto read = decode(what.bytes);
    if (!read || read->node == context_.id || !context_.take_counts)
        return;
    if (const auto told = nlohmann::json::parse(read->body, nullptr, false); told.is_object())
        context_.take_counts(told);
}

} // namespace thimble::service::nodes
