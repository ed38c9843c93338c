// POST, GET and DELETE P/lease.
#include "http/json_response.hpp"
#include "service/agent_loop/session_failures.hpp"
#include "service/phones/phone_requirement.hpp"
#include "service/rest/endpoints.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t usual_lease = 600; // seconds

ordered_json record_with(const known_phone& phone, const lease* held)
{
    ordered_json record;
    record["phone_id"] = phone.id;
    record["lease"] = held != nullptr ? lease_record(*held) : ordered_json();
    return record;
}

asio::awaitable<http::response> show_lease(call& what)
{
    co_return json_response(
        record_with(*what.phone, lease_of(what.phone->leased, lease::clock::now())));
}

/// An agent of somebody else would go on driving a phone that is leased under its hands.
result<void> check_sessions(const services& in, const call& what)
{
    const auto busy = in.begun.live_of_others(what.phone->id, actor_of(what.who));
    if (!busy || lease_of(what.phone->leased, lease::clock::now()) != nullptr)
        return {};
    return std::unexpected(already_running(*busy));
}

asio::awaitable<http::response> take_lease(services& in, call& what)
{
    if (auto free = check_sessions(in, what); !free)
        co_return to_response(free.error());
    const auto taken =
        co_await in.leases.take(what.phone, in.accounts.actor_with_name(what.who),
                                std::chrono::seconds(what.given.integer("duration_s")));
    if (!taken)
        co_return to_response(taken.error());
    what.made_id = taken->id;
    co_return json_response(record_with(*what.phone, &*taken));
}

asio::awaitable<http::response> release_lease(services& in, call& what)
{
    if (const auto released = in.leases.release(*what.phone, what.who); !released)
        co_return to_response(released.error());
    http::response out;
    out.status = 204;
    co_return out;
}

endpoint about_lease(verb method, scope needed)
{
    endpoint row;
    row.method = method;
    row.paths = phone_paths("lease");
    row.subject = endpoint::about::phone;
    row.needs = {needed};
    return row;
}

} // namespace

std::vector<endpoint> lease_endpoints(services& in)
{
    auto show = about_lease(verb::get, scope::read);
    show.documented_as = {
        .in = chapter::phones,
        .summary = "Read who has leased a phone",
        .answers = {{.meaning = "The lease; null: none.", .records = {"phone_lease"}}}};
    show.answer = show_lease;
    auto take = about_lease(verb::post, scope::act);
    take.drives_phone = true;
    take.changes_phone = true;
    take.chooses_phone = true;
    take.query = requirement_parameters();
    take.body = {integer("duration_s", 1, longest_lease.count())
                     .otherwise(usual_lease)
                     .means("From now on. It ends by itself then, unless it is renewed.")};
    take.documented_as = {
        .in = chapter::phones,
        .summary = "Lease a phone, or renew a lease",
        .details =
            "Until it ends, actions, sessions and installations of other keys, browsers and "
            "programs are PHONE_LEASED; they see the phone as before. The same key renews it with "
            "the same request, and it ends with that key. Where nobody leases, nothing changes.",
        .answers = {{.meaning = "The lease.", .records = {"phone_lease"}}},
        .failures = {"TASK_ALREADY_RUNNING"}};
    take.answer = [&in](call& what) { return take_lease(in, what); };
    auto release = about_lease(verb::delete_, scope::act);
    release.changes_phone = true;
    release.documented_as = {
        .in = chapter::phones,
        .summary = "Release a phone",
        .details = "Nothing happens where nobody has leased it. A key with the scope `admin` ends "
                   "leases of others, too.",
        .answers = {{.status = 204, .meaning = "It is not leased."}},
        .failures = {"PHONE_LEASED"}};
    release.answer = [&in](call& what) { return release_lease(in, what); };
    return {show, take, release};
}

} // namespace thimble::service::api
