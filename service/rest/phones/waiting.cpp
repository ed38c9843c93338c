// GET /v1/waiting: requests that wait for any phone that fits.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"
#include "text/iso_time.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t most_places = 100; // of an answer

ordered_json place_record(const services& in, const account& who, phone_queue::place of)
{
    of.who.name = in.accounts.actor_with_name(account_of(of.who, who.id)).name;
    ordered_json record;
    record["request_id"] = of.request_id;
    record["phone"] = of.wanted;
    record["actor"] = actor_record(of.who);
    record["since"] = iso_time(of.since);
    record["position"] = of.position;
    record["estimate_s"] = of.estimate ? ordered_json(of.estimate->count()) : ordered_json();
    return record;
}

/// A key for some phones sees its own requests alone: others may name other phones.
asio::awaitable<http::response> list_waiting(services& in, call& what)
{
    const auto me = actor_of(what.who);
    auto places = co_await in.waiting.places(what.who.id, most_places);
    if (!places)
        co_return to_response(places.error());
    auto records = ordered_json::array();
    for (auto& each : *places)
        if (!what.who.rights.phones || each.who.is(me))
            records.push_back(place_record(in, what.who, std::move(each)));
    ordered_json record;
    record["waiting"] = std::move(records);
    co_return json_response(record);
}

} // namespace

std::vector<endpoint> waiting_endpoints(services& in)
{
    endpoint row;
    row.paths = {"/v1/waiting"};
    row.needs = {scope::read, scope::act, scope::sessions};
    row.minds_phones = true;
    row.documented_as = {
        .in = chapter::phones,
        .summary = "List the requests that wait for a phone",
        .details = "Those with `phone` in place of an id, in the order in which they are served: "
                   "keys, browsers and programs take turns. A request finds itself by the "
                   "`X-Request-Id` that it was sent with; it leaves when its client goes away.",
        .answers = {{.meaning = "The first hundred.", .records = {"waiting_list"}}}};
    row.answer = [&in](call& what) { return list_waiting(in, what); };
    return {row};
}

} // namespace thimble::service::api
