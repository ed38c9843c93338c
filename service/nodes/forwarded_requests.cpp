#include "service/nodes/forwarded_requests.hpp"

#include "async/deadline.hpp"
#include "async/exception_text.hpp"
#include "async/race.hpp"
#include "async/sleep.hpp"
#include "contract/failure.hpp"
#include "http/upgraded_connection.hpp"
#include "service/nodes/forwarded_body.hpp"
#include "service/nodes/request_bytes.hpp"
#include "text/json_member.hpp"
#include "text/uuid.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <expected>
#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::milliseconds time_to_take{5'000};      // a request
constexpr std::chrono::milliseconds time_to_take_part{2'000}; // of an answer
constexpr std::chrono::milliseconds pause_before_part{100};   // that is sent again
constexpr std::chrono::seconds longest_try{60}; // the other node cuts its client off before
constexpr std::size_t piece_bytes = 64UL * 1024;
constexpr std::size_t most_unwritten = 256UL * 1024; // bytes that wait for a client
constexpr const char* id_member = "id";
constexpr const char* ids_member = "ids";
constexpr const char* part_number = "part";

failure node_left()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The node of the service at which this lives has not answered. It may have "
                       "done what was asked for: look before you ask again."};
}

failure node_not_there()
{
    return {.code = "NODE_CUT_OFF",
            .message = "The node of the service at which this lives cannot be reached now.",
            .context = {{"outcome", "not_sent"}}};
}

failure not_passed_on()
{
    return {.code = "INTERNAL_ERROR",
            .message = "This cannot be passed on between nodes of the service."};
}

/// True where the other node certainly does nothing with the request.
bool is_refused(const std::expected<std::string, bus::no_reply>& reply)
{
    if (!reply)
        return reply.error() == bus::no_reply::not_delivered;
    const auto read = decode(*reply);
    return read && read->kind == kinds::failed;
}

/// A coroutine that ends with its race alone: whoever else is in it has said the last word.
asio::awaitable<void> run_and_stay(std::shared_ptr<http::upgraded_connection> what,
                                   http::stream with,
                                   http::request first,
                                   asio::any_io_executor home)
{
    co_await what->run(std::move(with), std::move(first));
    what.reset(); // and the stream, which it may have kept
    async::signal never(home);
    for (;;)
        co_await never.wait();
}

} // namespace

forwarded_requests::forwarded_requests(dependencies with)
    : with_(std::move(with)),
      tasks_(with_.home, [log = with_.log](const std::exception_ptr& problem) {
          log->error("a request of another node: {}", async::exception_text(problem));
      })
{
}

// At the node that was asked.

/// As long as the client is there.
std::shared_ptr<void> forwarded_requests::until_left(const std::string& id,
                                                     std::shared_ptr<awaited> what)
{
    const auto end = [this, alive = std::weak_ptr(alive_), id, what](void*) {
        if (alive.expired())
            return;
        awaited_.erase(id);
        if (!what->all_has_come())
            tell_gone(what->node, id);
    };
    return {alive_.get(), end};
}

void forwarded_requests::tell_gone(const std::string& node, const std::string& id)
{
    envelope gone{.kind = std::string(kinds::http_gone)};
    gone.more[id_member] = id;
    with_.out.publish(question_subject(node), std::move(gone));
}

asio::awaitable<http::response>
forwarded_requests::pass_on(std::string node, const http::request& what, http::caller& from)
{
    const auto id = random_uuid();
    const auto mine = std::make_shared<awaited>(with_.home, node);
    awaited_.emplace(id, mine);
    auto held = until_left(id, mine);
    envelope asked{.kind = std::string(kinds::http)};
    put_request(asked, what);
    asked.more[id_member] = id;
    asked.more["address"] = from.address();
    asked.more["proxied"] = from.proxied();
    const auto taken =
        co_await with_.out.request(question_subject(node), std::move(asked), time_to_take);
    if (is_refused(taken))
        co_return to_response(node_not_there());
    const auto go = [weak = std::weak_ptr(mine)] {
        if (const auto one = weak.lock())
            end_wait(*one);
    };
    from.when_gone(go);
    while (taken && !mine->answer && !mine->over)
        co_await mine->changed.wait();
    from.when_gone([] {});
    if (!mine->answer)
        co_return to_response(node_left());
    auto out = *mine->answer;
    if (!mine->goes_on)
        co_return out;
    const auto has_room = [this, alive = std::weak_ptr(alive_), mine] {
        if (!alive.expired() && mine->unread && mine->bytes < most_unwritten)
            with_.out.reply(*std::exchange(mine->unread, std::nullopt), kinds::done);
    };
    out.open_ended = true;
    out.becomes = std::make_shared<forwarded_body>(mine, has_room, std::move(held));
    co_return out;
}

/// A part that comes again is taken again: its reply was lost.
void forwarded_requests::hear(const bus::message& asked,
                              const envelope& what,
                              const std::string& id)
{
    const auto found = awaited_.find(id);
    if (found == awaited_.end() || found->second->node != what.node || found->second->over)
        return with_.out.reply(asked, kinds::failed);
    auto& mine = *found->second;
    if (what.kind == kinds::http_answer && !mine.answer) {
        mine.answer = read_answer(what);
        mine.goes_on = member<bool>(what.more, "goes_on");
    } else if (what.kind == kinds::http_part &&
               member<std::int64_t>(what.more, part_number) == mine.next) {
        ++mine.next;
        mine.bytes += what.body.size();
        mine.parts.push_back(what.body);
        mine.ended = member<bool>(what.more, "last");
    }
    mine.changed.notify_all();
    if (mine.bytes >= most_unwritten)
        mine.unread = asked;
    else
        with_.out.reply(asked, kinds::done);
}

// At the node that answers.

void forwarded_requests::take(const bus::message& asked, const envelope& what)
{
    const auto id = member<std::string>(what.more, id_member);
    if (what.kind == kinds::http_answer || what.kind == kinds::http_part)
        return hear(asked, what, id);
    if (what.kind == kinds::http)
        return begin(asked, what, id);
    if (what.kind == kinds::http_keep)
        return tell_ended(what);
    if (what.kind != kinds::http_gone)
        return;
    const auto mine = awaited_.find(id);
    if (mine != awaited_.end() && mine->second->node == what.node && !mine->second->all_has_come())
        return end_wait(*mine->second);
    const auto found = served_.find(id);
    if (found != served_.end() && found->second->node == what.node)
        leave(*found->second);
}

void forwarded_requests::begin(const bus::message& asked,
                               const envelope& what,
                               const std::string& id)
{
    auto read = read_request(what);
    if (!read || !is_uuid(id) || served_.contains(id))
        return;
    if (draining_)
        return with_.out.reply(asked, kinds::failed);
    http::caller from(member<std::string>(what.more, "address"),
                      member<bool>(what.more, "proxied"));
    auto whose = std::make_shared<served>(what.node, std::move(from));
    served_.emplace(id, whose);
    with_.out.reply(asked, kinds::done);
    tasks_.spawn(serve(id, std::move(whose), std::move(*read)));
}

/// It may have given up telling while the other node still waits.
void forwarded_requests::tell_ended(const envelope& what)
{
    const auto ids = what.more.find(ids_member);
    if (ids == what.more.end() || !ids->is_array())
        return;
    for (const auto& each : *ids) {
        const auto id = each.is_string() ? each.get<std::string>() : std::string();
        const auto found = served_.find(id);
        if (is_uuid(id) && (found == served_.end() || found->second->left))
            tell_gone(what.node, id);
    }
}

void forwarded_requests::leave(served& which)
{
    which.left = true;
    if (which.far_end != nullptr) {
        boost::system::error_code ignored;
        which.far_end->close(ignored);
    }
    which.from.leave();
}

asio::awaitable<void>
forwarded_requests::serve(std::string id, served_ptr whose, http::request what)
{
    struct until_served {
        std::map<std::string, served_ptr>& all;
        const std::string& id;
        ~until_served() { all.erase(id); }
    } const mark{served_, id};
    auto answer = co_await with_.answer(what, whose->from);
    const auto when_sent = std::exchange(answer.when_sent, nullptr);
    if (answer.becomes && !answer.open_ended)
        answer = to_response(not_passed_on());
    envelope head{.kind = std::string(kinds::http_answer)};
    put_answer(head, answer);
    head.more[id_member] = id;
    head.more["goes_on"] = answer.becomes != nullptr;
    const bool taken = co_await tell(whose, std::move(head));
    if (when_sent)
        when_sent(taken);
    if (taken && answer.becomes)
        co_await stream(id, whose, std::move(answer), std::move(what));
}

/// It writes to one end of a pair of sockets; the bytes at the other end are the parts.
asio::awaitable<void> forwarded_requests::stream(std::string id,
                                                 served_ptr whose,
                                                 http::response begun,
                                                 http::request what)
{
    using local_socket = asio::local::stream_protocol::socket;
    local_socket near_end(with_.home);
    local_socket far_end(with_.home);
    boost::system::error_code failed;
    asio::local::connect_pair(near_end, far_end, failed);
    if (failed || whose->left)
        co_return;
    whose->far_end = &far_end;
    whose->body = begun.becomes;
    if (draining_)
        begun.becomes->drain();
    struct until_streamed {
        served& of;
        ~until_streamed() { of.far_end = nullptr; }
    } const mark{*whose};
    http::stream bytes{http::stream::socket(std::move(near_end))};
    co_await async::race(
        run_and_stay(std::move(begun.becomes), std::move(bytes), std::move(what), with_.home),
        send_parts(std::move(id), whose));
}

asio::awaitable<void> forwarded_requests::send_parts(std::string id, served_ptr whose)
{
    std::string piece(piece_bytes, '\0');
    for (std::int64_t number = 1;; ++number) {
        boost::system::error_code failed;
        const auto count = co_await whose->far_end->async_read_some(
            asio::buffer(piece), asio::redirect_error(asio::use_awaitable, failed));
        if (whose->left)
            co_return;
        envelope part{.kind = std::string(kinds::http_part), .body = piece.substr(0, count)};
        part.more[id_member] = id;
        part.more[part_number] = number;
        part.more["last"] = failed.failed();
        if (!co_await tell(whose, std::move(part)) || failed)
            co_return;
    }
}

/// False where nobody waits for it any more.
asio::awaitable<bool> forwarded_requests::tell(served_ptr whose, envelope what)
{
    const auto until = std::chrono::steady_clock::now() + longest_try;
    while (!whose->left && with_.is_live(whose->node) && std::chrono::steady_clock::now() < until) {
        const auto reply =
            co_await with_.out.request(question_subject(whose->node), what, time_to_take_part);
        const auto read = reply ? decode(*reply) : std::nullopt;
        if (read)
            co_return read->kind == kinds::done;
        if (!reply && reply.error() == bus::no_reply::not_delivered)
            co_await async::sleep_for(pause_before_part);
    }
    co_return false;
}

void forwarded_requests::end_wait(awaited& which)
{
    which.over = true;
    which.changed.notify_all();
}

void forwarded_requests::renew()
{
    std::map<std::string, nlohmann::json> by_node;
    for (const auto& [id, each] : awaited_)
        if (!each->all_has_come() && !each->over)
            by_node[each->node].push_back(id);
    for (auto& [node, ids] : by_node) {
        envelope all{.kind = std::string(kinds::http_keep)};
        all.more[ids_member] = std::move(ids);
        with_.out.publish(question_subject(node), std::move(all));
    }
}

void forwarded_requests::give_up()
{
    for (const auto& [id, each] : awaited_)
        end_wait(*each);
}

void forwarded_requests::forget(const std::string& node)
{
    for (const auto& [id, each] : std::map(awaited_))
        if (each->node == node)
            end_wait(*each);
    for (const auto& [id, each] : std::map(served_))
        if (each->node == node)
            leave(*each);
}

void forwarded_requests::drain()
{
    draining_ = true;
    for (const auto& [id, each] : std::map(served_))
        if (const auto body = each->body.lock())
            body->drain();
}

asio::awaitable<void> forwarded_requests::until_idle(std::chrono::steady_clock::duration time)
{
    if (!co_await async::with_timeout(time, tasks_.until_empty()))
        with_.log->warn("{} requests of other nodes were cut off at the end", served_.size());
}

asio::awaitable<void> forwarded_requests::close()
{
    tasks_.cancel();
    co_await tasks_.until_empty();
}

} // namespace thimble::service::nodes
