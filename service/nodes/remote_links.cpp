#include "service/nodes/remote_links.hpp"

#include "async/exception_text.hpp"
#include "link/limits.hpp"
#include "link/picture_frame.hpp"
#include "service/device_links/greeted_phones.hpp"
#include "service/nodes/relayed_links.hpp"
#include "text/json_member.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <variant>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

std::string desktop_of(const envelope& what)
{
    return member<std::string>(what.more, "desktop");
}

std::int64_t epoch_of(const envelope& what)
{
    return member<std::int64_t>(what.more, "epoch");
}

/// A message that a daemon may say; nothing for what is none.
std::optional<link::message> message_in(const std::string& text)
{
    auto read = link::decode(text);
    auto* const known = read ? std::get_if<link::message>(&read->what) : nullptr;
    if (known == nullptr || !link::may_say(link::side::daemon, *known))
        return std::nullopt;
    return std::move(*known);
}

} // namespace

remote_links::remote_links(dependencies given)
    : context_(std::move(given)), settled_(context_.home, context_.out),
      orders_(context_.home,
              [this](const std::string& node, std::vector<link_message> messages) {
                  send(node, std::move(messages));
              }),
      tasks_(context_.home, [log = context_.log](const std::exception_ptr& problem) {
          log->error("a command to another node: {}", async::exception_text(problem));
      })
{
}

/// Of the link that counts.
remote_links::remote* remote_links::find(const std::string& node, const link_of_desktop& which)
{
    const auto found = remotes_.find(which.desktop_id);
    if (found == remotes_.end() || found->second.node != node || found->second.epoch != which.epoch)
        return nullptr;
    return &found->second;
}

remote_links::remote* remote_links::find(const envelope& of)
{
    return find(of.node, {.desktop_id = desktop_of(of), .epoch = epoch_of(of)});
}

void remote_links::begin(const envelope& news, bool told_again)
{
    auto read = message_in(news.body);
    auto* const said = read ? std::get_if<link::hello>(&*read) : nullptr;
    const auto account = member<std::string>(news.more, "account");
    const auto epoch = epoch_of(news);
    if (said == nullptr || !is_uuid(said->desktop_id) || account.empty() || epoch < 1)
        return context_.log->error("node {} tells of a link that is none", news.node);
    const auto id = said->desktop_id;
    if (auto* const known = find(news)) { // told again, after some news were missed
        show_phones(*said);
        ask_for_left_jobs(id, *known->commands);
        return look_later(id, epoch, known->commands->delivered());
    }
    if (!links_->enter_elsewhere(id, epoch))
        return;
    const auto commands =
        links_->commands_of({.id = id, .account_id = account, .name = said->name});
    commands->detach(); // from the link before
    departed_.erase(id);
    const auto mine = greet(*commands, *said, epoch, told_again);
    remotes_.insert_or_assign(id, remote{.node = news.node, .epoch = epoch, .commands = commands});
    auto& made = remotes_.at(id);
    returning_ = told_again || member<bool>(news.more, "stayed");
    context_.connected(
        {.id = id, .name = said->name, .version = said->version, .account_id = account}, commands);
    show_phones(*said);
    returning_ = false;
    claim(id, epoch, mine);
    auto before = told_again ? commands->delivered() : std::set<std::string>();
    attach(id, made);
    look_later(id, epoch, std::move(before));
    context_.log->info("desktop {} is linked at node {}, epoch {}", id, news.node, epoch);
}

/// Its phones are those of the greeting, and no others: nobody is told that a phone has gone which
/// has not.
void remote_links::show_phones(const link::hello& said)
{
    for (const auto& each : greeted_phones(said, context_.attached(said.desktop_id)))
        context_.phone_changed(said.desktop_id, each);
}

/// Once for each link: a node that has heard nothing for a while hears the old greeting again, in
/// which nothing is of what was delivered since. Nor does a greeting that is told again say
/// anything of jobs that were taken up since: their desktop has to link once more. Jobs for this
/// node to claim.
std::vector<std::string> remote_links::greet(linked_desktop& commands,
                                             const link::hello& said,
                                             std::int64_t epoch,
                                             bool told_again)
{
    const auto& id = said.desktop_id;
    if (told_again)
        commands.doubt_delivered();
    if (std::exchange(greeted_[id], epoch) == epoch)
        return {};
    const auto past = context_.enrolled.past_of(id);
    const bool forgot =
        past && (past->boot_id != said.boot_id || past->journal_id != said.journal_id);
    context_.enrolled.note_greeting(id, {.name = said.name,
                                         .version = said.version,
                                         .boot_id = said.boot_id,
                                         .journal_id = said.journal_id});
    return commands.greet(said, forgot,
                          told_again ? std::vector<std::string>() : context_.awaited(id));
}

void remote_links::claim(const std::string& desktop_id,
                         std::int64_t epoch,
                         const std::vector<std::string>& job_ids)
{
    if (job_ids.empty())
        return;
    envelope what{.kind = std::string(kinds::claim)};
    what.more["desktop"] = desktop_id;
    what.more["epoch"] = epoch;
    what.more["jobs"] = job_ids;
    context_.out.publish(question_subject(remotes_.at(desktop_id).node), std::move(what));
}

void remote_links::attach(const std::string& desktop_id, const remote& to)
{
    to.commands->attach([this, desktop_id, node = to.node,
                         epoch = to.epoch](std::string text, const link::message& what) {
        const link_of_desktop on{.desktop_id = desktop_id, .epoch = epoch};
        if (const auto* const settled = std::get_if<link::settled>(&what))
            return settled_.tell(node, on, settled->job_id);
        link_message order{.on = on, .text = std::move(text)};
        if (const auto* const command = std::get_if<link::command>(&what)) {
            order.expires_at = command->expires_at;
            order.job_id = command->job_id;
        }
        orders_.tell(node, std::move(order));
    });
}

void remote_links::renew(const std::string& node)
{
    for (const auto& [id, each] : std::map(remotes_))
        if (each.node == node)
            attach(id, each);
}

void remote_links::renew_link(const std::string& desktop_id)
{
    const auto at = remotes_.find(desktop_id);
    auto text = link::encode(link::message(link::drain{.within = time_to_link_again}));
    if (at != remotes_.end() && text)
        orders_.tell(at->second.node, {.on = {.desktop_id = desktop_id, .epoch = at->second.epoch},
                                       .text = std::move(*text)});
}

/// Jobs may have been taken up since that greeting, of the node at which the link is while it could
/// not be reached: the desktop has to link once more.
void remote_links::ask_for_left_jobs(const std::string& desktop_id, const linked_desktop& via)
{
    if (!std::ranges::all_of(context_.awaited(desktop_id),
                             [&](const auto& each) { return via.can_tell_of(each); }))
        renew_link(desktop_id);
}

void remote_links::change_phone(const envelope& news)
{
    if (find(news) == nullptr)
        return;
    const auto read = message_in(news.body);
    if (const auto* const state = read ? std::get_if<link::phone_state>(&*read) : nullptr)
        context_.phone_changed(desktop_of(news), *state);
}

void remote_links::change_host(const envelope& news)
{
    if (find(news) == nullptr)
        return;
    auto read = message_in(news.body);
    if (auto* const state = read ? std::get_if<link::host_state>(&*read) : nullptr)
        context_.host_changed(desktop_of(news), std::move(state->blockers));
}

void remote_links::end(const envelope& news)
{
    auto* const ended = find(news);
    if (ended == nullptr)
        return;
    const auto id = desktop_of(news);
    const auto commands = ended->commands;
    remotes_.erase(id);
    commands->detach();
    if (!member<bool>(news.more, "moves"))
        return context_.gone(id);
    departed_.insert_or_assign(
        id,
        departure{.node = news.node, .epoch = epoch_of(news), .heard_by = context_.with_lease()});
    await_return(id);
}

void remote_links::await_return(const std::string& desktop_id)
{
    links_->await_return(desktop_id, [this](const std::string& late) { decide_on(late); });
}

/// The node that had the link tells that the phones have gone, unless it is cut off or gone by
/// then: so that one node tells, all wait until they know, for as long again at the most. A desktop
/// that has been revoked is not waited for.
void remote_links::decide_on(const std::string& desktop_id)
{
    const auto found = departed_.find(desktop_id);
    if (found == departed_.end())
        return;
    auto& what = found->second;
    const bool may_return = context_.enrolled.past_of(desktop_id).has_value();
    if (may_return && !what.told && !std::exchange(what.late, true))
        return await_return(desktop_id);
    what.heard_by.erase(what.node);
    heard_by_ = std::move(what.heard_by);
    forgetting_ = !what.told.value_or(true);
    departed_.erase(found);
    context_.gone(desktop_id);
    forgetting_ = false;
    heard_by_.reset();
}

void remote_links::stay_away(const envelope& news)
{
    const auto id = desktop_of(news);
    const auto found = departed_.find(id);
    if (found == departed_.end() || found->second.node != news.node ||
        found->second.epoch != epoch_of(news))
        return;
    found->second.told = member<bool>(news.more, "told");
    links_->give_up(id);
}

bool remote_links::take(const envelope& what)
{
    if (what.kind == kinds::answers) {
        const auto answers = gathered_messages::messages_in(what);
        if (!answers) {
            context_.log->error("node {} sends what are no answers of daemons", what.node);
            return false;
        }
        for (const auto& each : *answers)
            take_said(find(what.node, each.on), each.text, false);
    } else if (auto* const at = find(what); what.kind != kinds::picture) {
        take_said(at, what.body, true);
    } else if (at != nullptr) {
        take_picture(*at, what);
    }
    return true;
}

void remote_links::take_said(const remote* at, const std::string& text, bool to_all)
{
    auto read = at == nullptr ? std::nullopt : message_in(text);
    if (!read)
        return;
    const auto commands = at->commands; // an answer may end the link
    const auto waits = [&](const std::string& job_id) {
        return commands->knows(job_id) || commands->has_let_go(job_id);
    };
    if (const auto* const started = std::get_if<link::started>(&*read))
        commands->take(*started);
    else if (auto* const result = std::get_if<link::result>(&*read);
             result != nullptr && (!to_all || waits(result->job_id)))
        commands->take(std::move(*result));
}

void remote_links::take_picture(remote& at, const envelope& what)
{
    const auto read =
        link::decode_frame(std::as_bytes(std::span(what.body)), link::limits::frame_bytes);
    const auto commands = at.commands;
    if (read)
        commands->take(read->header, read->picture);
}

void remote_links::keep_only(const std::string& node, const std::set<std::string>& desktop_ids)
{
    for (const auto& [id, each] : std::map(remotes_)) {
        if (each.node != node || desktop_ids.contains(id))
            continue;
        remotes_.erase(id);
        each.commands->detach();
        context_.gone(id);
    }
}

void remote_links::forget(const std::string& node)
{
    keep_only(node, {});
    std::vector<std::string> late;
    for (auto& [id, each] : departed_) {
        if (each.node != node)
            continue;
        each.told = false;
        if (each.late)
            late.push_back(id);
    }
    for (const auto& id : late)
        links_->give_up(id);
}

void remote_links::tell_now()
{
    settled_.tell_now();
    orders_.tell_now();
}

asio::awaitable<void> remote_links::close()
{
    tell_now();
    for (const auto& [id, each] : std::exchange(remotes_, {}))
        each.commands->detach();
    tasks_.cancel();
    co_await tasks_.until_empty();
}

} // namespace thimble::service::nodes
