// Sessions of an endpoint: begun, found, ended, and its answers to them.
#include "mcp/http/answers.hpp"
#include "mcp/http/endpoint.hpp"
#include "mcp/modern.hpp"

#include <charconv>
#include <utility>

namespace thimble::mcp::http {

namespace asio = boost::asio;
using response = endpoint::response;

namespace {

struct event_id {
    std::uint64_t stream = 0;
    std::uint64_t event = 0;
};

/// As event_body writes it.
std::optional<event_id> read_event_id(std::string_view text)
{
    event_id out;
    const auto* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, out.stream);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-')
        return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, out.event);
    if (second.ec != std::errc{} || second.ptr != end)
        return std::nullopt;
    return out;
}

} // namespace

response endpoint::open_session(const posted& from, const mcp::request& what)
{
    auto opened = server_.open(what, from.who);
    if (!opened)
        return error_answer(status_of(opened.error()), opened.error(), what.id);
    const auto held = sessions_.hold(std::move(opened->which), std::chrono::steady_clock::now());
    if (!held)
        return error_answer(429, error{.message = "Too many sessions are open"}, what.id);
    response out;
    if (from.takes.json) {
        out = json_answer(200, to_text(opened->answer));
    } else {
        auto stream = std::make_shared<event_stream>(server_.home(), settings_.limits.bytes);
        stream->push_answer(to_text(opened->answer), 200);
        const auto reader = stream->attach();
        out = event_response(
            std::make_shared<event_body>(std::move(stream), reader, 0, event_style{}, [] {}));
    }
    out.set(std::string(session_header), held->id());
    return out;
}

std::expected<std::shared_ptr<held_session>, response> endpoint::session_of(const request& what,
                                                                            const principal& who)
{
    const auto id = only_header(what, session_header);
    if (!id || id->empty())
        return std::unexpected(error_answer(
            400, invalid_request("Mcp-Session-Id is missing: begin with `initialize`, or give "
                                 "each request its own protocol version")));
    const auto version = only_header(what, version_header);
    const auto known = version && !version->empty() ? to_revision(*version) : std::nullopt;
    if (!version || (!version->empty() && (!known || is_modern(*known))))
        return std::unexpected(
            error_answer(400, invalid_request("MCP-Protocol-Version is none of a session")));
    auto held = sessions_.find(*id, who, std::chrono::steady_clock::now());
    if (!held)
        return std::unexpected(error_answer(404, invalid_request("There is no such session")));
    return held;
}

/// The stream of what concerns no request, or the rest of one that was left.
response endpoint::get(const request& what, const principal& who)
{
    if (what.head.count(session_header) == 0)
        return method_not_allowed("POST");
    const auto held = session_of(what, who);
    if (!held)
        return held.error();
    if (!accepted_by(what).events)
        return error_answer(406, invalid_request("Accept names text/event-stream"));
    event_id from{.stream = 0, .event = (*held)->general()->written()};
    if (what.head.count("Last-Event-ID") > 0) {
        const auto header = only_header(what, "Last-Event-ID");
        const auto read = header ? read_event_id(*header) : std::nullopt;
        if (!read)
            return error_answer(400, invalid_request("Last-Event-ID is none of ours"));
        from = *read;
    }
    auto stream = (*held)->find_stream(from.stream);
    if (!stream)
        return error_answer(404, invalid_request("That stream is no longer known"));
    const auto reader = stream->attach();
    const event_style style{.stream = from.stream,
                            .primed = (*held)->get().speaks() >= revision::of_2025_11_25,
                            .retry = settings_.retry,
                            .keep_alive = settings_.keep_alive};
    return event_response(
        std::make_shared<event_body>(std::move(stream), reader, from.event, style, [] {}));
}

response endpoint::end_session(const request& what, const principal& who)
{
    if (what.head.count(session_header) == 0)
        return method_not_allowed("POST");
    const auto held = session_of(what, who);
    if (!held)
        return held.error();
    sessions_.end((*held)->id());
    return empty_answer(200);
}

asio::awaitable<response> endpoint::respond(const posted& to,
                                            std::shared_ptr<event_stream> stream,
                                            event_stream::reader reader,
                                            event_style style,
                                            std::function<void()> when_left)
{
    struct until_answered {
        event_stream& stream;
        event_stream::reader reader{};
        const std::function<void()>& left;
        bool answered = false; // else nobody waits for it any more
        bool read_on = false;  // by what becomes of the connection
        ~until_answered()
        {
            if (!read_on)
                stream.detach(reader);
            if (!answered)
                left();
        }
    };
    until_answered mark{.stream = *stream, .reader = reader, .left = when_left};
    to.from.when_gone(when_left);
    const auto deadline = to.takes.events ? std::chrono::steady_clock::now() + settings_.timeout
                                          : event_stream::time::max();
    std::uint64_t passed_over = 0; // of a client that takes no stream: what is no answer
    while (true) {
        const auto first = stream->after(passed_over);
        if (first && first->answer && to.takes.json) {
            mark.answered = true;
            co_return json_answer(first->status, first->data);
        }
        if (first && !to.takes.events) {
            passed_over = first->number;
            continue;
        }
        if (first || (to.takes.events && !stream->is_attached(reader)))
            break;
        if (stream->over())
            co_return empty_answer(); // it was cancelled: there is no answer
        if (!co_await stream->changed_before(deadline))
            break;
    }
    mark.answered = true;
    mark.read_on = true;
    co_return event_response(std::make_shared<event_body>(stream, reader, 0, style, when_left));
}

} // namespace thimble::mcp::http
