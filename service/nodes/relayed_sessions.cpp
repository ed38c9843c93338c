#include "service/nodes/relayed_sessions.hpp"

#include "async/exception_text.hpp"
#include "text/enum_words.hpp"
#include "text/json_member.hpp"

#include <chrono>
#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds time_for_order{5'000};

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
                                   std::shared_ptr<spdlog::logger> log)
    : bus_(over), out_(out), give_(std::move(give)),
      tasks_(home, [log = std::move(log)](const std::exception_ptr& problem) {
          log->error("an order to a session: {}", async::exception_text(problem));
      })
{
}

void relayed_sessions::note(const std::string& session_id, bool lives)
{
    if (!lives) {
        live_.erase(session_id);
        return;
    }
    live_.insert_or_assign(session_id, bus_.subscribe(session_subject(session_id),
                                                      [this, session_id](const bus::message& what) {
                                                          tasks_.spawn(answer(session_id, what));
                                                      }));
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
