#include "service/nodes/peer_requests.hpp"

#include "async/aborted.hpp"
#include "async/exception_text.hpp"
#include "async/signal.hpp"
#include "text/json_member.hpp"

#include <exception>
#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

/// Of other nodes, being answered; each may hold a picture.
constexpr std::size_t most_requests = 256;

/// Member of an answer that says nothing about what was asked for.
constexpr const char* unanswered = "unanswered";

std::optional<trace_context> trace_in(const envelope& what)
{
    const auto given = find_member<std::string>(what.more, trace_context::field);
    return given ? trace_context::parse(*given) : std::nullopt;
}

} // namespace

struct peer_requests::gathering {
    gathering(const asio::any_io_executor& home, std::size_t count) : open(count), changed(home) {}

    std::size_t open;
    answers so_far;
    async::signal changed;
};

peer_requests::peer_requests(dependencies given)
    : context_(std::move(given)),
      asking_(context_.home,
              [log = context_.log](const std::exception_ptr& problem) {
                  log->error("a request to other nodes: {}", async::exception_text(problem));
              }),
      answering_(context_.home,
                 [log = context_.log](const std::exception_ptr& problem) {
                     log->error("a request of another node: {}", async::exception_text(problem));
                 }),
      heard_(context_.over.subscribe(request_subject(context_.out.id()),
                                     [this](const auto& what) { take(what); }))
{
}

/// The same to each node: the hop is this node's, to whichever of them has it.
envelope peer_requests::followed(envelope what, const std::optional<trace_context>& trace)
{
    if (trace)
        what.more[std::string(trace_context::field)] = trace->next_hop().text();
    return what;
}

asio::awaitable<peer_requests::answers>
peer_requests::ask(envelope what, std::chrono::milliseconds deadline, bool one_is_enough)
{
    const auto others = context_.others();
    const auto all = std::make_shared<gathering>(context_.home, others.size());
    for (const auto& each : others)
        asking_.spawn(gather(all, context_.out.request(request_subject(each), what, deadline)));
    while (all->open > 0 && !(one_is_enough && !all->so_far.found.empty()))
        co_await all->changed.wait();
    co_return std::move(all->so_far);
}

asio::awaitable<void> peer_requests::gather(std::shared_ptr<gathering> into, awaited_reply from)
{
    struct counted {
        gathering& of;
        ~counted()
        {
            --of.open;
            of.changed.notify_all();
        }
    } const mark{*into};
    const auto reply = co_await std::move(from);
    if (!reply && reply.error() == bus::no_reply::not_delivered)
        co_return; // it is gone, and what it had with it
    auto read = reply ? decode(*reply) : std::nullopt;
    if (read && read->kind == kinds::done)
        into->so_far.found.push_back(std::move(*read));
    else if (!read || read->more.contains(unanswered))
        into->so_far.complete = false;
}

void peer_requests::take(const bus::message& what)
{
    auto read = decode(what.bytes);
    if (!read)
        return;
    if (answering_.size() < most_requests) {
        answering_.spawn(reply_to(what, std::move(*read)));
        return;
    }
    envelope busy{.kind = std::string(kinds::failed)};
    busy.more[unanswered] = true;
    context_.out.reply(what, std::move(busy));
}

asio::awaitable<void> peer_requests::reply_to(bus::message asked, envelope what)
{
    envelope none{.kind = std::string(kinds::failed)};
    const auto found = answerers_.find(what.kind);
    const auto trace = trace_in(what);
    const auto node = what.node;
    std::optional<envelope> out;
    try {
        if (found != answerers_.end())
            out = co_await found->second(std::move(what));
    } catch (const std::exception& error) {
        async::throw_if_aborted(error);
        context_.log->error("a request of another node: {}", error.what());
        none.more[unanswered] = true;
    }
    if (out)
        out->kind = kinds::done;
    if (trace && found != answerers_.end())
        context_.log->info("asked={} trace={} node={} {}", found->first, trace->trace_id(), node,
                           out ? "answered" : "not known");
    context_.out.reply(asked, out ? std::move(*out) : std::move(none));
}

asio::awaitable<void> peer_requests::close()
{
    heard_.reset();
    asking_.cancel();
    answering_.cancel();
    co_await asking_.until_empty();
    co_await answering_.until_empty();
}

} // namespace thimble::service::nodes
