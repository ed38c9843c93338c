#include "service/nodes/relayed_sessions.hpp"

#include "async/exception_text.hpp"
#include "text/enum_words.hpp"
#include "text/json_member.hpp"

#include <chrono>
#include <utility>
#include <vector>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds time_for_order{5'000};
constexpr const char* moves_member = "moves"; // it does not live there any more, and goes on

std::string session_subject(const std::string& session_id)
{
    return "thimble.session." + session_id;
}

failure not_answered()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The node of the service at which the session lives has not answered in "
                       "time. It may have heard it all the same: look at the session before you "
                       "send it again."};
}

} // namespace

relayed_sessions::relayed_sessions(const asio::any_io_executor& home,
                                   bus::message_bus& over,
                                   channel& out,
                                   giver give,
                                   listener changed,
                                   std::size_t beats_to_move,
                                   std::shared_ptr<spdlog::logger> log)
    : bus_(over), out_(out), give_(std::move(give)), changed_(std::move(changed)),
      beats_to_move_(beats_to_move),
      tasks_(home, [log = std::move(log)](const std::exception_ptr& problem) {
          log->error("an order to a session: {}", async::exception_text(problem));
      })
{
}

envelope
relayed_sessions::news_of(const std::string& session_id, const std::string& phone_id, bool lives)
{
    envelope out{.kind = std::string(kinds::session)};
    out.more["session"] = session_id;
    out.more["phone"] = phone_id;
    out.more["lives"] = lives;
    return out;
}

envelope relayed_sessions::news_of(const std::string& session_id, const own_session& what)
{
    auto out = news_of(session_id, what.phone_id, true);
    if (!what.by.kind.empty()) {
        out.more["by_kind"] = what.by.kind;
        out.more["by_id"] = what.by.id;
    }
    return out;
}

envelope relayed_sessions::leave_news_of(const std::string& session_id, const std::string& phone_id)
{
    auto out = news_of(session_id, phone_id, false);
    out.more[moves_member] = true;
    return out;
}

void relayed_sessions::note_beginner(const std::string& session_id, sessions::session_beginner by)
{
    const auto found = live_.find(session_id);
    if (found == live_.end())
        return; // it has ended already
    found->second.by = std::move(by);
    out_.tell_all(news_of(session_id, found->second));
}

void relayed_sessions::note(const std::string& session_id, const std::string& phone_id, bool lives)
{
    if (lives) {
        left_.erase(session_id);
        others_.erase(session_id);
        if (const auto last = of_phones_.find(phone_id);
            last != of_phones_.end() && last->second == session_id)
            of_phones_.erase(last);
        live_.insert_or_assign(session_id,
                               own_session{.phone_id = phone_id, .orders = orders_for(session_id)});
    } else {
        live_.erase(session_id);
    }
    out_.tell_all(news_of(session_id, phone_id, lives));
}

bus::subscription relayed_sessions::orders_for(const std::string& session_id)
{
    if (!takes_orders_)
        return nullptr;
    return bus_.subscribe(
        session_subject(session_id),
        [this, session_id](const bus::message& what) { tasks_.spawn(answer(session_id, what)); });
}

void relayed_sessions::refuse_orders()
{
    takes_orders_ = false;
    for (auto& [session_id, each] : live_)
        each.orders.reset();
}

void relayed_sessions::take_orders()
{
    takes_orders_ = true;
    for (auto& [session_id, each] : live_)
        each.orders = orders_for(session_id);
}

void relayed_sessions::leave(const std::string& session_id, const std::string& phone_id)
{
    live_.erase(session_id);
    if (!others_.contains(session_id))
        left_.insert_or_assign(session_id, phone_id);
    out_.tell_all(leave_news_of(session_id, phone_id));
}

std::optional<std::string> relayed_sessions::active(const std::string& phone_id) const
{
    const auto found = of_phones_.find(phone_id);
    return found == of_phones_.end() ? std::nullopt : std::optional(found->second);
}

std::string relayed_sessions::hear(const envelope& what)
{
    auto session_id = member<std::string>(what.more, "session");
    const auto phone_id = member<std::string>(what.more, "phone");
    if (!member<bool>(what.more, "lives")) {
        // One that has moved is another node's by now, whatever the one before says of it.
        const auto known = others_.find(session_id);
        if (known == others_.end() || known->second.node != what.node)
            return session_id;
        if (member<bool>(what.more, moves_member))
            begin_move(known->second);
        else
            drop(session_id);
        return session_id;
    }
    left_.erase(session_id);
    others_.insert_or_assign(session_id, other_session{.node = what.node, .phone_id = phone_id});
    of_phones_.insert_or_assign(phone_id, session_id);
    changed_(phone_id, session_id,
             {.kind = member<std::string>(what.more, "by_kind"),
              .id = member<std::string>(what.more, "by_id")});
    return session_id;
}

void relayed_sessions::begin_move(other_session& what) const
{
    if (!what.beats_left)
        what.beats_left = beats_to_move_;
}

void relayed_sessions::forget(const std::string& node)
{
    for (auto& [session_id, each] : others_)
        if (each.node == node)
            begin_move(each);
}

void relayed_sessions::give_up_unclaimed()
{
    std::vector<std::string> late;
    for (auto& [session_id, each] : others_)
        if (each.beats_left && (*each.beats_left == 0 || --*each.beats_left == 0))
            late.push_back(session_id);
    for (const auto& each : late)
        drop(each);
}

void relayed_sessions::drop(const std::string& session_id)
{
    const auto found = others_.find(session_id);
    if (found == others_.end())
        return;
    const auto phone_id = found->second.phone_id;
    others_.erase(found);
    const auto last = of_phones_.find(phone_id);
    if (last == of_phones_.end() || last->second != session_id)
        return; // it has another one by now
    of_phones_.erase(last);
    changed_(phone_id, {}, {});
}

void relayed_sessions::tell_to(const std::string& node)
{
    for (const auto& [session_id, each] : live_)
        out_.publish(node_subject(node), news_of(session_id, each));
    for (const auto& [session_id, phone_id] : left_)
        out_.publish(node_subject(node), leave_news_of(session_id, phone_id));
    out_.publish(node_subject(node), {.kind = std::string(kinds::sessions_end)});
}

void relayed_sessions::keep_only(const std::string& node, const std::set<std::string>& session_ids)
{
    for (const auto& [session_id, each] : std::map(others_))
        if (each.node == node && !session_ids.contains(session_id))
            drop(session_id);
}

asio::awaitable<void> relayed_sessions::answer(std::string session_id, bus::message asked)
{
    auto read = decode(asked.bytes);
    const auto wanted =
        read ? parse_enum_word<sessions::control>(member<std::string>(read->more, "control"))
             : std::nullopt;
    if (!wanted)
        co_return;
    const auto how = co_await give_({.account_id = member<std::string>(read->more, "account"),
                                     .session_id = std::move(session_id),
                                     .what = *wanted,
                                     .message = std::move(read->body)});
    envelope out{.kind = std::string(how ? kinds::done : kinds::failed)};
    if (!how) {
        out.more["code"] = how.error().code;
        out.more["message"] = how.error().message;
        out.more["context"] = how.error().context;
    }
    out_.reply(asked, std::move(out));
}

asio::awaitable<std::optional<result<void>>> relayed_sessions::pass_on(sessions::session_order what)
{
    envelope order{.kind = std::string(kinds::order), .body = std::move(what.message)};
    order.more["account"] = what.account_id;
    order.more["control"] = to_string(what.what);
    const auto reply =
        co_await out_.request(session_subject(what.session_id), std::move(order), time_for_order);
    if (!reply && reply.error() == bus::no_reply::not_delivered)
        co_return std::nullopt;
    const auto read = reply ? decode(*reply) : std::nullopt;
    if (!read)
        co_return result<void>(std::unexpected(not_answered()));
    if (read->kind == kinds::done)
        co_return result<void>();
    const auto context = read->more.find("context");
    const bool has_context = context != read->more.end() && context->is_object();
    co_return result<void>(
        std::unexpected(failure{.code = member<std::string>(read->more, "code", "INTERNAL_ERROR"),
                                .message = member<std::string>(read->more, "message"),
                                .context = has_context ? *context : nlohmann::json::object()}));
}

asio::awaitable<void> relayed_sessions::close()
{
    live_.clear();
    tasks_.cancel();
    co_await tasks_.until_empty();
}

} // namespace thimble::service::nodes
