#include "service/device_links/links.hpp"

#include "link/version.hpp"
#include "service/device_links/frames_session.hpp"
#include "text/whole_number.hpp"

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// A daemon waits for 0.2 s at most, and a load balancer takes a second or two to see that a node
/// drains.
constexpr std::chrono::seconds time_to_return{5};

failure invalid_token(const http::request& what)
{
    if (what.head.find(boost::beast::http::field::authorization) == what.head.end())
        return {.code = "AUTH_REQUIRED",
                .message = "A desktop names itself by its token, as a bearer."};
    return {.code = "INVALID_DESKTOP_TOKEN",
            .message = "This token is not known, or not any more; enrol the desktop again with: "
                       "thimbled enroll"};
}

/// Answer to a plain request; the path is for daemons.
http::response upgrade_required()
{
    auto out = to_response({.code = "UPGRADE_REQUIRED",
                            .message = "A desktop links here by a WebSocket; see docs/link.md."});
    out.set("Upgrade", "websocket");
    return out;
}

std::int64_t epoch_of(const http::request& what)
{
    return whole_number<std::int64_t>(what.head[link::epoch_header]).value_or(0);
}

http::response becoming(std::shared_ptr<http::upgraded_connection> what)
{
    http::response out;
    out.status = 101;
    out.becomes = std::move(what);
    return out;
}

} // namespace

links::links(link_dependencies around) : context_(std::move(around))
{
    context_.enrolled.when_revoked([this](const std::string& desktop_id) { revoke(desktop_id); });
}

http::response links::open_messages(const http::request& what)
{
    auto who = context_.enrolled.authenticate(what);
    if (!who)
        return to_response(invalid_token(what));
    if (!http::asks_for_websocket(what))
        return upgrade_required();
    return becoming(std::make_shared<link_session>(*this, context_, std::move(*who)));
}

http::response links::open_pictures(const http::request& what)
{
    const auto who = context_.enrolled.authenticate(what);
    if (!who)
        return to_response(invalid_token(what));
    if (!http::asks_for_websocket(what))
        return upgrade_required();
    return becoming(std::make_shared<frames_session>(context_.home, find(who->id, epoch_of(what)),
                                                     context_.log));
}

bool links::enter(const std::shared_ptr<link_session>& newest)
{
    auto& here = entries_[newest->desktop_id()];
    if (here.rule.offer(newest->epoch()) == link::epoch_rule::verdict::outdated)
        return false;
    if (const auto before = std::exchange(here.live, newest)) {
        const bool was_welcomed = before->is_welcomed();
        before->end(link::close_reason::replaced);
        if (was_welcomed) // else the one before that is awaited still
            await_return_here(newest->desktop_id(), before->epoch());
    }
    return true;
}

bool links::enter_elsewhere(const std::string& desktop_id, std::int64_t epoch)
{
    auto& here = entries_[desktop_id];
    if (here.rule.offer(epoch) == link::epoch_rule::verdict::outdated)
        return false;
    here.awaited = nullptr;
    if (const auto before = std::exchange(here.live, nullptr))
        before->end(link::close_reason::replaced);
    return true;
}

bool links::leave(const link_session& ended)
{
    const auto here = entries_.find(ended.desktop_id());
    if (here == entries_.end() || here->second.live.get() != &ended)
        return false;
    here->second.live = nullptr;
    return true;
}

void links::await_return(const std::string& desktop_id,
                         std::function<void(const std::string& desktop_id)> gone)
{
    auto& here = entries_[desktop_id];
    here.awaited = std::make_shared<returning>(context_.home);
    here.awaited->gone = std::move(gone);
    here.awaited->timeout.set(time_to_return, [this, desktop_id] {
        context_.log->info("desktop {} has not linked again in time", desktop_id);
        give_up(desktop_id);
    });
}

void links::await_return_here(const std::string& desktop_id, std::int64_t epoch)
{
    await_return(desktop_id, [this, epoch](const std::string& late) {
        const bool told = !context_.may_send || context_.may_send();
        context_.stayed_away(late);
        if (context_.relay != nullptr)
            context_.relay->stayed_away(late, epoch, told);
    });
}

bool links::awaits(const std::string& desktop_id) const
{
    const auto here = entries_.find(desktop_id);
    return here != entries_.end() && here->second.awaited != nullptr;
}

void links::give_up(const std::string& desktop_id)
{
    const auto here = entries_.find(desktop_id);
    if (here == entries_.end())
        return;
    const auto late = std::exchange(here->second.awaited, nullptr);
    if (late == nullptr)
        return;
    if (const auto commands = here->second.commands)
        commands->give_up_unsent();
    late->gone(desktop_id);
}

void links::welcomed(const std::string& desktop_id)
{
    entries_[desktop_id].awaited = nullptr;
}

std::shared_ptr<linked_desktop> links::commands_of(const enrolled_desktop& of)
{
    auto& here = entries_[of.id];
    if (here.commands != nullptr)
        return here.commands;
    here.commands = std::make_shared<linked_desktop>(
        context_.home,
        linked_desktop_limits{.picture_time = context_.limits.picture_time,
                              .return_time = context_.limits.return_time},
        unread_of(of.account_id), context_.log);
    here.commands->ask_before_sending(context_.may_send);
    here.commands->know_open(context_.is_open);
    return here.commands;
}

std::shared_ptr<linked_desktop> links::commands_since(const std::string& desktop_id,
                                                      std::int64_t epoch) const
{
    const auto here = entries_.find(desktop_id);
    return here != entries_.end() && here->second.rule.counts(epoch) ? here->second.commands
                                                                     : nullptr;
}

std::shared_ptr<unread_pictures> links::unread_of(const std::string& account_id)
{
    std::erase_if(unread_, [](const auto& each) { return each.second.expired(); });
    auto& known = unread_[account_id];
    auto out = known.lock();
    if (out == nullptr) {
        out = std::make_shared<unread_pictures>(context_.limits.unread_picture_bytes);
        known = out;
    }
    return out;
}

std::shared_ptr<link_session> links::find(const std::string& desktop_id, std::int64_t epoch) const
{
    const auto here = entries_.find(desktop_id);
    if (here == entries_.end() || !here->second.live || here->second.live->epoch() != epoch)
        return nullptr;
    return here->second.live;
}

void links::revoke(const std::string& desktop_id)
{
    const auto here = entries_.find(desktop_id);
    if (here == entries_.end())
        return;
    const auto gone = here->second;
    if (gone.live)
        gone.live->end(link::close_reason::revoked);
    if (gone.commands)
        gone.commands->abandon();
    entries_.erase(desktop_id);
    if (gone.awaited)
        gone.awaited->gone(desktop_id);
}

void links::send_waiting()
{
    for (const auto& [id, each] : std::map(entries_))
        if (each.commands)
            each.commands->send_waiting();
}

void links::let_go(const std::string& job_id)
{
    for (const auto& [id, each] : std::map(entries_))
        if (each.commands)
            each.commands->let_go(job_id);
}

void links::doubt_delivered()
{
    for (const auto& [id, each] : entries_)
        if (each.commands)
            each.commands->doubt_delivered();
}

void links::close()
{
    for (auto& [id, each] : entries_)
        each.awaited = nullptr;
    for (const auto& [id, each] : std::map(entries_))
        if (each.commands)
            each.commands->abandon();
}

} // namespace thimble::service
