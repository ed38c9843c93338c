#include "service/nodes/relayed_links.hpp"

#include "link/limits.hpp"
#include "text/json_member.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>
#include <variant>

namespace thimble::service::nodes {

namespace {

using std::chrono::steady_clock;

constexpr std::size_t most_relayed_jobs = link::limits::open_jobs; // of a link
constexpr std::size_t most_relayed_streams = 1'000;                // of a link

/// Unclaimed results of a link, in one look into the store.
constexpr std::size_t most_looked_up = 100;

/// Of everything; pictures of streams are left out beyond it.
constexpr std::size_t most_waiting_bytes = 4UL * 1024 * 1024;

std::string bytes_of(const link::frame_header& header, std::span<const std::byte> picture)
{
    const auto frame =
        link::encode({.header = header, .picture = picture}, link::limits::frame_bytes);
    if (!frame)
        return {};
    const auto* const first = reinterpret_cast<const char*>(frame->data()); // NOLINT: bytes
    return {first, frame->size()};
}

} // namespace

relayed_links::relayed_links(dependencies given)
    : context_(std::move(given)),
      answers_(context_.home,
               [this](const std::string& node, const std::vector<link_message>& messages) {
                   context_.out.tell(node,
                                     gathered_messages::envelope_of(kinds::answers, messages));
               })
{
}

envelope relayed_links::news_of(const relayed& what, std::string_view kind)
{
    envelope out{.kind = std::string(kind)};
    out.more["desktop"] = what.which.desktop.id;
    out.more["epoch"] = what.which.epoch;
    return out;
}

/// The daemon's greeting, with the phones as they are now.
envelope relayed_links::announcement_of(const relayed& what)
{
    auto out = news_of(what, kinds::link);
    out.more["account"] = what.which.desktop.account_id;
    if (what.which.stayed)
        out.more["stayed"] = true;
    auto said = what.which.said;
    said.phones.clear();
    for (const auto& [udid, state] : what.phones)
        said.phones.push_back(state);
    out.body = link::encode(link::message(std::move(said))).value_or(std::string());
    return out;
}

envelope relayed_links::host_news_of(const relayed& what)
{
    auto out = news_of(what, kinds::host);
    out.body = link::encode(link::message(link::within_limits(*what.host))).value_or(std::string());
    return out;
}

relayed_links::relayed* relayed_links::find(const std::string& desktop_id)
{
    const auto found = links_.find(desktop_id);
    return found == links_.end() ? nullptr : &found->second;
}

/// Where that link of it counts.
relayed_links::relayed* relayed_links::find(const link_of_desktop& which)
{
    auto* const here = find(which.desktop_id);
    return here == nullptr || here->which.epoch != which.epoch ? nullptr : here;
}

void relayed_links::begun(own_link which)
{
    const auto id = which.desktop.id;
    answers_.tell_now(); // on the link before
    links_.erase(id);
    relayed made{.which = std::move(which)};
    for (const auto& each : made.which.said.phones)
        made.phones.insert_or_assign(each.udid, each);
    const auto& here = links_.emplace(id, std::move(made)).first->second;
    context_.took_over(id);
    context_.out.tell_all(announcement_of(here));
}

void relayed_links::ended(const std::string& desktop_id, std::int64_t epoch, bool moves)
{
    const auto* const here = find(desktop_id);
    if (here == nullptr || here->which.epoch != epoch)
        return;
    auto news = news_of(*here, kinds::unlink);
    if (moves)
        news.more["moves"] = true;
    answers_.tell_now(); // nobody takes any after its end
    links_.erase(desktop_id);
    context_.out.tell_all(std::move(news));
}

void relayed_links::stayed_away(const std::string& desktop_id, std::int64_t epoch, bool told)
{
    envelope news{.kind = std::string(kinds::away)};
    news.more["desktop"] = desktop_id;
    news.more["epoch"] = epoch;
    news.more["told"] = told;
    context_.out.tell_all(std::move(news));
}

void relayed_links::phone_changed(const std::string& desktop_id, const link::phone_state& state)
{
    auto* const here = find(desktop_id);
    if (here == nullptr)
        return;
    if (state.attached)
        here->phones.insert_or_assign(state.udid, state);
    else
        here->phones.erase(state.udid);
    answers_.tell_now(); // of the phone as it was
    auto news = news_of(*here, kinds::phone);
    news.body = link::encode(link::message(link::within_limits(state))).value_or(std::string());
    context_.out.tell_all(std::move(news));
}

void relayed_links::host_changed(const std::string& desktop_id, const link::host_state& state)
{
    auto* const here = find(desktop_id);
    if (here == nullptr)
        return;
    here->host = state;
    context_.out.tell_all(host_news_of(*here));
}

void relayed_links::take_orders(const bus::message& asked, const envelope& what)
{
    const auto orders = gathered_messages::messages_in(what);
    if (!orders)
        context_.log->error("node {} sends what are no messages of links", what.node);
    auto refused = nlohmann::json::array();
    for (std::size_t place = 0; orders && place < orders->size(); ++place)
        if (!take_order(what.node, (*orders)[place]))
            refused.push_back(place);
    if (asked.reply_to.empty())
        return;
    envelope reply{.kind = std::string(orders ? kinds::done : kinds::failed)};
    if (!refused.empty())
        reply.more[refused_member] = std::move(refused);
    context_.out.reply(asked, std::move(reply));
}

void relayed_links::take_claim(const envelope& what)
{
    auto* const here = find({.desktop_id = member<std::string>(what.more, "desktop"),
                             .epoch = member<std::int64_t>(what.more, "epoch")});
    const auto jobs = what.more.find("jobs");
    if (here == nullptr || jobs == what.more.end() || !jobs->is_array())
        return;
    for (const auto& each : *jobs)
        if (each.is_string() && here->jobs.size() < most_relayed_jobs)
            here->jobs.insert_or_assign(each.get<std::string>(), what.node);
}

/// True where it goes to the daemon, or needs not. A node that was stopped and goes on has no lease
/// until it has gone through all that came meanwhile, so that nothing is late by more than a lease.
bool relayed_links::take_order(const std::string& node, const link_message& what)
{
    auto* const at = find(what.on);
    if (at == nullptr)
        return false;
    auto read = link::decode(what.text);
    auto* const order = read ? std::get_if<link::message>(&read->what) : nullptr;
    if (order == nullptr) {
        context_.log->error("node {} sends what is no message of a link", node);
        return false;
    }
    if (auto* command = std::get_if<link::command>(order)) {
        if (!context_.has_lease() || at->jobs.size() >= most_relayed_jobs)
            return false;
        command->expires_at = what.expires_at;
        at->jobs.insert_or_assign(command->job_id, node);
        follow_trace(*command, what.on, node);
    } else if (const auto* settled = std::get_if<link::settled>(order)) {
        settle(*at, settled->job_id);
        return true;
    } else if (const auto* stream = std::get_if<link::stream>(order)) {
        if (!stream->on)
            at->streams.erase(stream->stream_id);
        else if (at->streams.size() < most_relayed_streams)
            at->streams.insert_or_assign(stream->stream_id,
                                         relayed_stream{.node = node, .wanted = *stream});
        else
            return false;
    } else if (!std::holds_alternative<link::cancel>(*order) &&
               !std::holds_alternative<link::keyframe>(*order) &&
               !std::holds_alternative<link::drain>(*order)) {
        return false;
    }
    at->which.say(*order);
    return true;
}

/// This node is a hop of its own: what comes of the command is told to the other one alone.
void relayed_links::follow_trace(link::command& what,
                                 const link_of_desktop& on,
                                 const std::string& from)
{
    if (!what.trace)
        return;
    what.trace = what.trace->next_hop();
    context_.log->info("job={} trace={} desktop={} node={} relayed", what.job_id,
                       what.trace->trace_id(), on.desktop_id, from);
}

void relayed_links::settle(relayed& at, const std::string& job_id)
{
    at.jobs.erase(job_id);
    at.said.erase(job_id);
    at.which.say(link::settled{job_id});
}

void relayed_links::settle(const settled_jobs::by_link& jobs)
{
    for (const auto& [on, job_ids] : jobs) {
        auto* const here = find(on);
        if (here == nullptr)
            continue; // the greeting of another link tells of them
        for (const auto& each : job_ids)
            settle(*here, each);
    }
}

void relayed_links::pass_to(const std::string& node, const relayed& from, std::string text)
{
    answers_.tell(node, {.on = {.desktop_id = from.which.desktop.id, .epoch = from.which.epoch},
                         .text = std::move(text)});
}

bool relayed_links::pass_on(const std::string& desktop_id, const link::started& said)
{
    const auto* const here = find(desktop_id);
    if (here == nullptr)
        return false;
    const auto whose = here->jobs.find(said.job_id);
    if (whose == here->jobs.end())
        return false;
    pass_to(whose->second, *here, link::encode(link::message(said)).value_or(std::string()));
    return true;
}

/// One that nobody has claimed is told to all: settled would make the journal forget it, also where
/// there is no other node, since this one may be about to take up what another has left.
bool relayed_links::pass_on(const std::string& desktop_id, const link::result& said)
{
    auto* const here = find(desktop_id);
    if (here == nullptr)
        return false;
    here->said.insert_or_assign(said.job_id, steady_clock::now());
    if (is_claimed(*here, said.job_id)) {
        pass_to(here->jobs.at(said.job_id), *here, link::encode_result(said));
        return true;
    }
    auto news = news_of(*here, kinds::said);
    news.body = link::encode_result(said);
    context_.out.tell_all(std::move(news));
    return true;
}

bool relayed_links::pass_on(const std::string& desktop_id,
                            const link::frame_header& header,
                            std::span<const std::byte> picture)
{
    const auto* const here = find(desktop_id);
    if (here == nullptr)
        return false;
    if (!header.stream_id.empty() && here->streams.contains(header.stream_id) &&
        context_.over.waiting() > most_waiting_bytes)
        return true; // there is a newer one soon, and results go first
    const bool of_job = header.stream_id.empty();
    const auto stream = here->streams.find(header.stream_id);
    const bool claimed = of_job && is_claimed(*here, header.frame_id);
    if (of_job ? !claimed && !is_open(*here, header.frame_id) : stream == here->streams.end())
        return false;
    if (of_job)
        answers_.tell_now(); // its result may be among them, and is told first as the daemon does
    auto out = news_of(*here, kinds::picture);
    out.body = bytes_of(header, picture);
    if (!of_job)
        context_.out.publish(node_subject(stream->second.node), std::move(out));
    else if (claimed)
        context_.out.publish(node_subject(here->jobs.at(header.frame_id)), std::move(out));
    else
        context_.out.tell_all(std::move(out)); // as its result
    return true;
}

/// Of results that are not settled: one may come before them, and those that were open when the
/// link began before anybody claims them.
bool relayed_links::is_open(const relayed& at, const std::string& job_id)
{
    const auto& before = at.which.said.open_jobs;
    return at.said.contains(job_id) || at.jobs.contains(job_id) ||
           std::ranges::find(before, job_id, &link::open_job::job_id) != before.end();
}

bool relayed_links::is_claimed(const relayed& at, const std::string& job_id) const
{
    const auto whose = at.jobs.find(job_id);
    return whose != at.jobs.end() && context_.is_there(whose->second);
}

std::vector<relayed_links::unsettled> relayed_links::unsettled_since(said_before when) const
{
    std::vector<unsettled> out;
    for (const auto& [id, each] : links_) {
        unsettled found{.account_id = each.which.desktop.account_id,
                        .desktop_id = id,
                        .epoch = each.which.epoch,
                        .job_ids = {}};
        for (const auto& [job_id, said_at] : each.said)
            if (found.job_ids.size() < most_looked_up &&
                said_at < (is_claimed(each, job_id) ? when.claimed : when.unclaimed))
                found.job_ids.insert(job_id);
        if (!found.job_ids.empty())
            out.push_back(std::move(found));
    }
    return out;
}

void relayed_links::settle_stored(const unsettled& which, const std::set<std::string>& open)
{
    auto* const here = find(which.desktop_id);
    if (here == nullptr || here->which.epoch != which.epoch)
        return;
    for (const auto& job_id : which.job_ids) {
        const auto known = here->said.find(job_id);
        if (known == here->said.end())
            continue; // its node has said so meanwhile
        if (open.contains(job_id)) {
            known->second = steady_clock::now(); // and is looked up again later
            continue;
        }
        settle(*here, job_id);
    }
}

void relayed_links::tell_links_to(const std::string& node, const std::function<void()>& also)
{
    const auto to = node_subject(node);
    context_.out.publish(to, {.kind = std::string(kinds::links_begin)});
    for (const auto& [id, each] : links_) {
        context_.out.publish(to, announcement_of(each));
        if (each.host)
            context_.out.publish(to, host_news_of(each));
    }
    also();
    envelope end{.kind = std::string(kinds::links_end)};
    end.more[channel::number] = context_.out.told();
    context_.out.publish(to, std::move(end));
}

bool relayed_links::renew_link(const std::string& desktop_id)
{
    const auto* const here = find(desktop_id);
    if (here == nullptr)
        return false;
    here->which.say(link::drain{.within = time_to_link_again});
    return true;
}

void relayed_links::forget(const std::string& node)
{
    for (auto& [id, each] : links_) {
        for (auto [stream_id, stream] : std::map(each.streams)) {
            if (stream.node != node)
                continue;
            each.streams.erase(stream_id);
            stream.wanted.on = false;
            each.which.say(stream.wanted);
        }
    }
}

} // namespace thimble::service::nodes
