// Requests that carry an Idempotency-Key: each is done once, however often it comes.
#include "service/gateway/gateway.hpp"
#include "service/gateway/gateway_failures.hpp"
#include "text/ascii.hpp"

namespace thimble::service {

namespace asio = boost::asio;

namespace {

std::string path_of(const http::request& what)
{
    const std::string_view target = what.head.target();
    return std::string(target.substr(0, target.find('?')));
}

/// No body, white space and {} are the same where they are allowed. A file is told by its digest.
/// The description of any phone belongs to it: another phone's answer is none.
std::string content_of(const endpoint& row, const call& what)
{
    const auto& sent = what.request;
    auto out = sent.file ? sent.file->digest : is_blank(sent.body) ? "{}" : sent.body;
    if (row.chooses_phone && what.given.has("phone"))
        out += "\nphone=" + what.given.text("phone");
    return out;
}

} // namespace

/// A request that comes again is answered as it was, whatever has become of the phone meanwhile.
asio::awaitable<http::response> gateway::answer_once(const endpoint& row, call& what)
{
    // The answer to another key of the account is not for one that may not use that phone.
    if (const auto id = what.path.find("phone_id"); id != what.path.end())
        if (auto mine = context_.known.find_called(what.who, id->second);
            !mine && !what.who.rights.may_use(to_lower(id->second)))
            co_return to_response(mine.error());
    const auto& head = what.request.head;
    const auto& key = head["Idempotency-Key"];
    if (head.count("Idempotency-Key") != 1 || !idempotency::is_key(key))
        co_return to_response(invalid_argument(
            "Idempotency-Key", "malformed", "must be 1 to 128 printable ASCII characters, once"));
    const keyed_request asked{.account_id = what.who.id,
                              .method = std::string(to_string(row.method)),
                              .path = path_of(what.request),
                              .key = std::string(key),
                              .body = content_of(row, what)};
    auto admitted = co_await context_.answered.admit(asked);
    auto out = co_await answer_admitted(row, what, std::move(admitted));
    if (what.once == nullptr || !what.once->lost_to_other_node())
        co_return out;
    what.once = nullptr;
    auto again = co_await context_.answered.admit(asked);
    co_return co_await answer_admitted(row, what, std::move(again), std::move(out));
}

/// `refused`: its answer where it would be carried out, which it is not: it came to another node of
/// the service at the same time, and that one has taken it back since.
asio::awaitable<http::response> gateway::answer_admitted(const endpoint& row,
                                                         call& what,
                                                         result<idempotency::admission> admitted,
                                                         std::optional<http::response> refused)
{
    if (!admitted)
        co_return to_response(admitted.error());
    if (admitted->known) {
        const auto& named = admitted->known->phone_id;
        if (!named.empty() && !what.who.rights.may_use(named))
            co_return to_response(not_for_this_phone());
        what.phone_id = admitted->known->phone_id;
        co_return std::move(admitted->known->response);
    }
    if (admitted->cut_off && !what.who.rights.may_use(admitted->cut_off->phone_id()))
        co_return to_response(not_for_this_phone()); // it is not ended: its own key may come again
    what.once = admitted->first;
    auto out = admitted->cut_off ? answer_again(row, what, *admitted->cut_off)
               : refused         ? std::move(*refused)
                                 : co_await answer_at_first(row, what);
    co_await context_.answered.end(what.once, {.response = out, .phone_id = what.phone_id});
    co_return out;
}

asio::awaitable<http::response> gateway::answer_at_first(const endpoint& row, call& what)
{
    auto met = co_await resolve_phone(row, what);
    co_return met ? co_await row.answer(what) : to_response(met.error());
}

http::response gateway::answer_again(const endpoint& row, call& what, const job& of)
{
    what.phone_id = of.phone_id();
    return row.answer_again(what, of);
}

} // namespace thimble::service
