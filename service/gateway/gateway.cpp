// The checks of a request in the order of the contract, and around them what every answer gets:
// its id, the headers for browsers, compression, a line in the log, a place in the metrics.
#include "service/gateway/gateway.hpp"

#include "async/aborted.hpp"
#include "contract/store_failure.hpp"
#include "http/client_address.hpp"
#include "http/compression.hpp"
#include "service/accounts/csrf_check.hpp"
#include "service/gateway/described_phone.hpp"
#include "service/gateway/gateway_failures.hpp"
#include "service/gateway/nearest_path.hpp"
#include "text/ascii.hpp"
#include "text/json_member.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <variant>

namespace thimble::service {

namespace asio = boost::asio;
using boost::beast::http::verb;

namespace {

constexpr std::string_view other_method = "other";
/// A node that is cut off still says that it lives, and why it is not ready.
constexpr std::array<std::string_view, 2> open_while_cut_off{"/healthz", "/readyz"};

/// True for an id of a client that can stand in the log and in an answer.
bool is_request_id(std::string_view given)
{
    const auto harmless = [](char letter) {
        return is_letter(letter) || is_digit(letter) || letter == '-' || letter == '_' ||
               letter == '.';
    };
    return !given.empty() && given.size() <= 64 && std::ranges::all_of(given, harmless);
}

/// Of a client that has sent it once, and well-formed: nothing else of it is ever repeated.
std::optional<trace_context> trace_of(const http::request& what)
{
    const auto given = what.head.equal_range(trace_context::field);
    const bool once = given.first != given.second && std::next(given.first) == given.second;
    return once ? trace_context::parse(given.first->value()) : std::nullopt;
}

constexpr std::array known_methods{verb::get,   verb::head,    verb::post,   verb::put,
                                   verb::patch, verb::delete_, verb::options};

/// All methods that no path takes are one to the log and the metrics: what clients make up must not
/// become series.
std::string method_of(const http::request& what)
{
    if (std::ranges::find(known_methods, what.head.method()) == known_methods.end())
        return std::string(other_method);
    return std::string(what.head.method_string());
}

http::response allow_response(const std::string& methods)
{
    http::response out;
    out.status = 204;
    out.set("Allow", methods);
    return out;
}

http::response wrong_method_response(const std::string& methods)
{
    auto out = to_response({.code = "METHOD_NOT_ALLOWED",
                            .message = "This path takes other methods: " + methods + ".",
                            .context = {{"allow", methods}}});
    out.set("Allow", methods);
    return out;
}

bool is_success(const http::response& what)
{
    return what.status >= 200 && what.status < 300;
}

bool carries_key(const endpoint& row, const call& what)
{
    return row.once && what.request.head.find("Idempotency-Key") != what.request.head.end();
}

/// Names in the query that the row does not have, with commas; those that cannot stand in a header
/// are left out. Rows for everybody may read their query themselves.
std::string ignored_query(const endpoint& row, const http::target& where)
{
    constexpr std::size_t most_named = 5;
    if (row.open_to == endpoint::access::everybody)
        return {};
    std::string names;
    std::size_t named = 0;
    for (const auto& [name, value] : where.query)
        if (std::ranges::find(row.query, name, &parameter::name) == row.query.end() &&
            is_request_id(name) && named++ < most_named)
            names += (names.empty() ? "" : ", ") + name;
    return names;
}

/// A key, or a browser, has a rate of its own.
std::string limited_by(const account& who)
{
    return who.id + who.key_id + who.sign_in_id + who.grant_id;
}

/// Id of what a request that was granted has made or meant, its phone aside.
std::string target_of(const call& what)
{
    if (!what.made_id.empty())
        return what.made_id;
    for (const auto& [name, value] : what.path)
        if (name != "phone_id")
            return value;
    return {};
}

/// With what came of it. The words of an error record go no further than its code.
audit_entry completed(audit_entry deed, const http::response& by)
{
    deed.status = by.status;
    if (by.status < 400)
        return deed;
    const auto* const text = std::get_if<std::string>(&by.body);
    const auto record = parse_object(text == nullptr ? std::nullopt : std::optional(*text));
    deed.error = member<std::string>(record, "error");
    const bool unknown = by.status == 500 || deed.error == "STORE_UNAVAILABLE";
    deed.outcome = unknown ? "unknown" : "refused";
    if (const auto context = record.find("context");
        context != record.end() && context->is_object())
        deed.outcome = member<std::string>(*context, "outcome", deed.outcome);
    return deed;
}

/// With the row's own challenge, where it has one.
http::response refusal_response(const endpoint& row, const call& what, const failure& why)
{
    auto out = to_response(why);
    if (out.status != 401 || !row.challenge)
        return out;
    std::erase_if(out.headers, [](const auto& each) { return each.first == "WWW-Authenticate"; });
    out.set("WWW-Authenticate", row.challenge(what.request, what.caller));
    return out;
}

} // namespace

gateway::gateway(dependencies given, std::shared_ptr<spdlog::logger> log)
    : context_(std::move(given)), log_(std::move(log))
{
}

/// Nobody without a key has the service keep a megabyte for them.
bool gateway::wants_body(const http::request& what)
{
    const auto* const row = row_of(what);
    if (row == nullptr || !takes_body(*row))
        return false;
    if (row->open_to == endpoint::access::everybody)
        return false;
    const auto who = let_in(*row, what);
    return who && who->subscribed;
}

const endpoint* gateway::row_of(const http::request& what) const
{
    const auto where = http::parse_target(what.head.target());
    const auto place = where ? context_.endpoints.find(where->path) : std::nullopt;
    return place ? place->find(what.head.method()) : nullptr;
}

/// Nobody writes to the disk who is not going to be let in.
std::unique_ptr<http::file_receiver> gateway::receiver_of(const http::request& what)
{
    const auto* const row = row_of(what);
    if (row == nullptr || !row->receive)
        return nullptr;
    if (!context_.here.include(what.head[boost::beast::http::field::host]))
        return nullptr;
    const auto who = let_in(*row, what);
    if (!who || !who->subscribed || !who->rights.scopes.has_any_of(row->needs))
        return nullptr;
    return row->receive();
}

result<account> gateway::let_in(const endpoint& row, const http::request& what) const
{
    if (row.lets_in)
        if (auto who = row.lets_in(what))
            return std::move(*who);
    return context_.owners.authenticate(what);
}

/// The node that answers it checks, counts and logs it.
asio::awaitable<http::response> gateway::handle(const http::request& what, http::caller& from)
{
    if (auto passed = context_.pass_on ? context_.pass_on(what, from) : std::nullopt)
        co_return co_await std::move(*passed);
    request_facts seen{.id = id_of(what), .method = method_of(what), .trace = trace_of(what)};
    auto out = co_await answer_audited(what, from, nullptr, seen);
    http::compress(what, out);
    context_.other_origins.permit(what, out);
    finish(out, std::move(seen));
    co_return out;
}

asio::awaitable<http::response>
gateway::handle_within(account who, const http::request& what, http::caller& from)
{
    request_facts seen{.id = id_of(what), .method = method_of(what), .trace = trace_of(what)};
    auto out = co_await answer_audited(what, from, &who, seen);
    record(out.status, !from.gone(), seen);
    co_return out;
}

asio::awaitable<http::response> gateway::answer_audited(const http::request& what,
                                                        http::caller& from,
                                                        const account* who,
                                                        request_facts& seen)
{
    http::response out;
    try {
        out = co_await answer(what, from, who, seen);
    } catch (const store_failed& error) {
        log_->error("request {}: {}", seen.id, error.what());
        out = to_response(not_looked_up(error));
    } catch (const std::exception& error) {
        async::throw_if_aborted(error);
        log_->error("request {}: {}", seen.id, error.what());
        out = to_response(internal_error());
    }
    if (seen.deed && out.status != 429) // what was one too many costs the store nothing either
        context_.audit.note(completed(std::move(*seen.deed), out));
    co_return out;
}

asio::awaitable<http::response> gateway::answer(const http::request& what,
                                                http::caller& from,
                                                const account* who,
                                                request_facts& seen)
{
    if (who == nullptr && !context_.here.include(what.head[boost::beast::http::field::host]))
        co_return to_response(unknown_host());
    const auto where = http::parse_target(what.head.target());
    if (!where)
        co_return to_response(bad_request());
    auto place = context_.endpoints.find(where->path);
    if (!place)
        co_return to_response(not_found(nearest_path(context_.endpoints, where->path)));
    seen.route = place->pattern;
    if (std::ranges::find(open_while_cut_off, place->pattern) == open_while_cut_off.end() &&
        context_.cut_off())
        co_return to_response(node_cut_off());
    if (what.head.method() == verb::options) {
        auto out = allow_response(place->allow());
        context_.other_origins.permit_ahead(what, place->allow(), out);
        co_return out;
    }
    const auto* const row = place->find(what.head.method());
    if (row == nullptr) {
        seen.counted_method = other_method;
        co_return wrong_method_response(place->allow());
    }
    call asked{.request = what, .caller = from, .path = std::move(place->values)};
    asked.from_within = who != nullptr;
    asked.request_id = seen.id;
    asked.trace = seen.trace;
    if (who != nullptr)
        asked.who = *who;
    const auto fine = check(*row, *where, asked);
    if (!asked.who.id.empty())
        seen.account_id = asked.who.id;
    seen.deed = deed_of(*row, asked); // whatever becomes of it
    http::response out;
    if (!fine)
        out = refusal_response(*row, asked, fine.error());
    else if (carries_key(*row, asked))
        out = co_await answer_once(*row, asked);
    else
        out = co_await answer_at_first(*row, asked);
    if (is_success(out))
        co_await spread(*row, asked);
    if (auto ignored = ignored_query(*row, *where); fine && !ignored.empty())
        out.set("X-Ignored-Query", std::move(ignored));
    if (!asked.phone_id.empty()) {
        out.set("X-Phone-Id", asked.phone_id);
        seen.phone_id = asked.phone_id;
    }
    seen.deed = deed_of(*row, asked); // now with its phone, and what it has made
    if (seen.deed && out.status < 400)
        seen.deed->target = target_of(asked);
    co_return out;
}

/// Its answer waits until the other nodes know what it has changed.
asio::awaitable<void> gateway::spread(const endpoint& row, const call& what)
{
    if (row.changes_rights && context_.spread_rights)
        co_await context_.spread_rights();
    if (row.changes_phone && context_.spread_phone)
        co_await context_.spread_phone(what.who.id, what.phone_id);
}

result<void> gateway::check(const endpoint& row, const http::target& where, call& what) const
{
    if (auto allowed = check_access(row, what); !allowed)
        return allowed;
    if (takes_body(row) && !row.reads_body && !row.takes_file)
        if (auto read = read_body(row.body, row.one_field_needed, what.request, what.given); !read)
            return read;
    return read_query(row.query, where, what.given);
}

/// Nothing where nobody has been let in, or where the row is no deed.
std::optional<audit_entry> gateway::deed_of(const endpoint& row, const call& what) const
{
    if (what.who.id.empty() || !is_audited(row))
        return std::nullopt;
    const bool goes_on = what.given.has("async") && what.given.flag("async");
    return audit_entry{.account_id = what.who.id,
                       .who = context_.owners.actor_with_name(what.who),
                       .address = what.from_within ? what.who.address : what.caller.address(),
                       .action = std::string(to_string(row.method)) + " " + row.paths.front(),
                       .phone_id = what.phone_id,
                       .outcome = goes_on ? "accepted" : "done",
                       .request_id = what.request_id};
}

/// The phone that it is about, where it is about one.
asio::awaitable<result<void>> gateway::resolve_phone(const endpoint& row, call& what)
{
    if (row.subject == endpoint::about::nothing)
        co_return result<void>();
    const bool any = row.chooses_phone && what.given.has("phone");
    auto phone = any ? co_await any_phone(what) : find_phone(what);
    if (!phone)
        co_return std::unexpected(std::move(phone.error()));
    what.phone = std::move(*phone);
    what.phone_id = what.phone->id;
    co_return row.drives_phone ? check_lease(*what.phone, actor_of(what.who)) : result<void>();
}

/// One that fits what the query says, as soon as it is this request's turn.
asio::awaitable<result<phone_ptr>> gateway::any_phone(call& what)
{
    if (what.path.contains("phone_id"))
        co_return std::unexpected(
            invalid_argument("phone", "phone_named", "stands beside an id; leave one of them out"));
    auto wanted = described_phone(what);
    if (!wanted)
        co_return std::unexpected(std::move(wanted.error()));
    co_return co_await wait_for_phone(context_.waiting, context_.cut_off, what, std::move(*wanted));
}

/// Guesses are counted by the address that they come from. After too many even the right key is
/// refused there, if it is one that can be guessed; others, and browsers, are not held up.
result<account> gateway::identify(const endpoint& row, const call& what) const
{
    auto who = let_in(row, what.request);
    const bool wrong = !who && who.error().code == "INVALID_API_KEY";
    if (!wrong && !(who && context_.owners.can_be_guessed(*who)))
        return who;
    const auto network = http::network_of(what.caller.address());
    if (const auto wait = context_.wrong_keys.refuse(network, std::chrono::steady_clock::now()))
        return std::unexpected(too_many_wrong_keys(*wait));
    if (!wrong)
        context_.wrong_keys.give_back(network);
    return who;
}

result<void> gateway::check_access(const endpoint& row, call& what) const
{
    if (row.open_to == endpoint::access::everybody) {
        const bool named = row.open_to_pages && context_.other_origins.permits(what.request);
        return named || is_read(what.request) ? result<void>() : check_origin(what.request);
    }
    if (what.from_within && !context_.owners.standing_of(what.who))
        return std::unexpected(revoked_meanwhile());
    if (what.from_within)
        return what.who.subscribed ? check_rights(row, what) : std::unexpected(no_subscription());
    auto who = identify(row, what);
    if (!who)
        return std::unexpected(std::move(who.error()));
    what.who = std::move(*who);
    const auto now = std::chrono::steady_clock::now();
    if (const auto wait = context_.limiter.refuse(limited_by(what.who), now))
        return std::unexpected(rate_limited(*wait));
    if (row.open_to == endpoint::access::subscriber && !what.who.subscribed)
        return std::unexpected(no_subscription());
    return check_rights(row, what);
}

/// The phone that a path names is looked at later, where the others are that do not exist.
result<void> gateway::check_rights(const endpoint& row, const call& what)
{
    const auto& rights = what.who.rights;
    if (row.open_to == endpoint::access::account)
        return {};
    if (!row.needs.empty() && !rights.scopes.has_any_of(row.needs))
        return std::unexpected(no_scope(row.needs));
    const bool minds = row.minds_phones || row.subject == endpoint::about::phone;
    if (rights.phones && !minds)
        return std::unexpected(not_for_some_phones());
    return {};
}

result<phone_ptr> gateway::find_phone(const call& what) const
{
    const auto id = what.path.find("phone_id");
    return id == what.path.end() ? context_.known.the_one(what.who)
                                 : context_.known.find_called(what.who, id->second);
}

/// A client may name its request; the name comes back and stands in the log.
std::string gateway::id_of(const http::request& what)
{
    const std::string_view given = what.head["X-Request-Id"];
    return is_request_id(given) ? std::string(given) : random_uuid();
}

/// The answer's id, and what is noted once it is out.
void gateway::finish(http::response& out, request_facts seen)
{
    out.set("X-Request-Id", seen.id);
    out.when_sent = [this, status = out.status, seen = std::move(seen)](bool taken) {
        record(status, taken, seen);
    };
}

void gateway::record(unsigned status, bool taken, const request_facts& seen)
{
    const auto spent = std::chrono::steady_clock::now() - seen.began;
    context_.meter.request_answered(seen.counted_method.empty() ? seen.method : seen.counted_method,
                                    seen.route, status, spent);
    const std::chrono::duration<double, std::milli> milliseconds = spent;
    log_->info("request={} method={} route={} status={} ms={:.2f} phone={} account={}{}{}{}",
               seen.id, seen.method, seen.route, status, milliseconds.count(), seen.phone_id,
               seen.account_id, seen.trace ? " trace=" : "",
               seen.trace ? seen.trace->trace_id() : std::string_view(),
               taken ? "" : " caller=gone");
}

http::response gateway::refuse(http::refusal why)
{
    auto out = to_response(refusal_of(why));
    finish(out, {.id = random_uuid()});
    return out;
}

} // namespace thimble::service
