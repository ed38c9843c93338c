#include "mcp/http/held_sessions.hpp"

#include "mcp/http/stream_outlet.hpp"
#include "text/base64.hpp"

#include <algorithm>
#include <ranges>
#include <sodium/randombytes.h>
#include <utility>

namespace thimble::mcp::http {

namespace {

std::string random_session_id()
{
    std::string bytes(24, '\0');
    randombytes_buf(bytes.data(), bytes.size());
    return service::encode_base64url(bytes);
}

} // namespace

held_session::held_session(const boost::asio::any_io_executor& home,
                           std::string id,
                           std::shared_ptr<session> what,
                           const session_limits& limits)
    : home_(home), id_(std::move(id)), session_(std::move(what)), limits_(limits),
      general_(std::make_shared<event_stream>(home, limits.stream_bytes)),
      general_outlet_(std::make_shared<stream_outlet>(general_, false))
{
    session_->set_general_outlet(general_outlet_);
}

held_session::numbered_stream held_session::make_stream()
{
    forget_old_streams();
    auto made = std::make_shared<event_stream>(home_, limits_.stream_bytes);
    streams_[++last_stream_] = made;
    return {.number = last_stream_, .what = std::move(made)};
}

std::shared_ptr<event_stream> held_session::find_stream(std::uint64_t number) const
{
    if (number == 0)
        return general_;
    const auto found = streams_.find(number);
    return found == streams_.end() ? nullptr : found->second;
}

bool held_session::in_use() const
{
    return session_->busy() || general_->has_reader() ||
           std::ranges::any_of(streams_ | std::views::values,
                               [](const auto& each) { return each->has_reader(); });
}

void held_session::end()
{
    session_->end();
    general_->end();
    for (const auto& each : streams_ | std::views::values)
        each->end();
}

void held_session::forget_old_streams()
{
    std::size_t bytes = 0;
    for (const auto& each : streams_ | std::views::values)
        bytes += each->bytes();
    for (auto each = streams_.begin(); each != streams_.end();) {
        const bool too_much = streams_.size() >= limits_.streams || bytes > limits_.kept_bytes;
        if (!too_much)
            return;
        if (each->second->over() && !each->second->has_reader()) {
            bytes -= each->second->bytes();
            each = streams_.erase(each);
        } else {
            ++each;
        }
    }
}

held_sessions::held_sessions(boost::asio::any_io_executor home,
                             session_limits limits,
                             std::string suffix)
    : home_(std::move(home)), limits_(limits), suffix_(std::move(suffix))
{
}

std::shared_ptr<held_session> held_sessions::hold(std::shared_ptr<session> what, time now)
{
    forget_idle(now);
    if (!make_room(what->who()))
        return nullptr;
    auto made = std::make_shared<held_session>(home_, random_session_id() + suffix_,
                                               std::move(what), limits_);
    made->touch(now);
    sessions_[made->id()] = made;
    return made;
}

std::shared_ptr<held_session>
held_sessions::find(std::string_view id, const principal& who, time now)
{
    forget_idle(now);
    const auto found = sessions_.find(id);
    if (found == sessions_.end() || found->second->get().who().whole() != who.whole())
        return nullptr;
    found->second->touch(now);
    return found->second;
}

void held_sessions::end(const std::string& id)
{
    if (const auto found = sessions_.find(id); found != sessions_.end()) {
        found->second->end();
        sessions_.erase(found);
    }
}

void held_sessions::end_where(const std::function<bool(const principal&)>& gone)
{
    std::erase_if(sessions_, [&](const auto& each) {
        if (!gone(each.second->get().who()))
            return false;
        each.second->end();
        return true;
    });
}

void held_sessions::end_all()
{
    for (const auto& each : sessions_ | std::views::values)
        each->end();
    sessions_.clear();
}

void held_sessions::forget_idle(time now)
{
    std::erase_if(sessions_, [&](const auto& each) {
        if (each.second->in_use() || now - each.second->last_used() < limits_.idle)
            return false;
        each.second->end();
        return true;
    });
}

/// The session that has not been used for longest goes, where one has to.
bool held_sessions::make_room(const principal& who)
{
    const auto is_of_account = [&](const auto& each) {
        return each.second->get().who().id == who.id;
    };
    const auto is_of_credential = [&](const auto& each) {
        return each.second->get().who().whole() == who.whole();
    };
    const auto count = [&](const auto& which) {
        return static_cast<std::size_t>(std::ranges::count_if(sessions_, which));
    };
    const bool too_many_of_credential = count(is_of_credential) >= limits_.of_credential;
    const bool too_many_of_account = count(is_of_account) >= limits_.of_account;
    if (!too_many_of_credential && !too_many_of_account && sessions_.size() < limits_.all)
        return true;
    const auto may_go = [&](const auto& each) {
        if (too_many_of_credential)
            return is_of_credential(each);
        return !too_many_of_account || is_of_account(each);
    };
    auto oldest = sessions_.end();
    for (auto each = sessions_.begin(); each != sessions_.end(); ++each) {
        if (!may_go(*each) || each->second->in_use())
            continue;
        if (oldest == sessions_.end() || each->second->last_used() < oldest->second->last_used())
            oldest = each;
    }
    if (oldest == sessions_.end())
        return false;
    oldest->second->end();
    sessions_.erase(oldest);
    return true;
}

} // namespace thimble::mcp::http
