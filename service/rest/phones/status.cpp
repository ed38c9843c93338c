// GET /v1/status (the desktop's), /healthz and /readyz.
#include "http/json_response.hpp"
#include "service/phones/phone_record.hpp"
#include "service/rest/endpoints.hpp"

#include <algorithm>

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

/// The phone that a desktop's status speaks of: the one that is meant without an id, else the
/// active one.
phone_ptr foremost(const phones& all, const account& who)
{
    if (const auto meant = all.the_one(who))
        return *meant;
    const auto mine = all.of(who);
    const auto active = std::ranges::find_if(
        mine, [&](const auto& each) { return all.status_of(*each) == connection_status::online; });
    return active == mine.end() ? nullptr : *active;
}

asio::awaitable<http::response> desktop_status(services& in, call& what)
{
    const auto phone = foremost(in.phones, what.who);
    ordered_json record;
    record["mac_app_running"] = in.phones.any_desktop(what.who.id);
    record["phone_connected"] = phone != nullptr;
    record["phone_name"] = phone ? ordered_json(shown_name(*phone)) : ordered_json();
    record["switch_control_enabled"] = false;
    record["screen_locked"] = phone && phone->state.locked.value_or(false);
    record["streaming"] =
        phone && (in.live.watched(*phone) || in.use_elsewhere(phone->id).streaming);
    co_return json_response(record);
}

asio::awaitable<http::response> alive()
{
    ordered_json record;
    record["status"] = "ok";
    co_return json_response(record);
}

/// State of each dependency of a request.
ordered_json checks_of(const services& in, readiness::obstacle store, bool cut_off)
{
    const auto word = [store] {
        switch (store) {
        case readiness::obstacle::none:
            return "ok";
        case readiness::obstacle::store_late:
            return "late";
        case readiness::obstacle::store_failed:
            break;
        }
        return "failed";
    };
    ordered_json out;
    out["store"] = word();
    out["nodes"] = in.alone ? ordered_json() : ordered_json(cut_off ? "cut_off" : "ok");
    return out;
}

asio::awaitable<http::response> ready(const services& in, readiness& state)
{
    const auto obstacle = co_await state.find_obstacle();
    const bool cut_off = in.cut_off();
    const bool none = obstacle == readiness::obstacle::none && !cut_off;
    ordered_json record;
    record["status"] = none ? "ready" : "not_ready";
    record["reason"] =
        none ? ordered_json() : ordered_json(cut_off ? "node_cut_off" : to_string(obstacle));
    record["checks"] = checks_of(in, obstacle, cut_off);
    record["error"] = cut_off ? ordered_json("NODE_CUT_OFF") : ordered_json();
    auto out = json_response(record);
    if (none)
        co_return out;
    out.status = 503;
    out.set("Retry-After", "1");
    co_return out;
}

endpoint open_row(std::string path, std::string summary, std::vector<good_answer> answers)
{
    endpoint row;
    row.documented_as = {
        .in = chapter::service, .summary = std::move(summary), .answers = std::move(answers)};
    row.paths = {std::move(path)};
    row.open_to = endpoint::access::everybody;
    return row;
}

} // namespace

std::vector<endpoint> status_endpoints(services& in)
{
    endpoint row;
    row.paths = {"/v1/status"};
    row.needs = {scope::read};
    row.minds_phones = true;
    row.documented_as = {.in = chapter::service,
                         .summary = "Read what goes on with the desktop",
                         .answers = {{.meaning = "What goes on.", .records = {"desktop_status"}}}};
    row.answer = [&in](call& what) { return desktop_status(in, what); };
    return {row};
}

std::vector<endpoint> health_endpoints(const services& in, readiness& state)
{
    auto lives = open_row("/healthz", "Ask whether the process lives",
                          {{.meaning = "It does.", .records = {"health"}}});
    lives.answer = [](call&) { return alive(); };
    auto takes_requests = open_row(
        "/readyz", "Ask whether it takes requests",
        {{.meaning =
              "It does: its database has answered, and among several nodes it hears the others.",
          .records = {"service_readiness"}},
         {.status = 503,
          .meaning =
              "It does not; `reason` says why, and `checks` what each thing says that it needs.",
          .records = {"service_readiness"},
          .headers = {"Retry-After"},
          .example = {{"status", "not_ready"},
                      {"reason", "store_late"},
                      {"checks", {{"store", "late"}, {"nodes", nullptr}}},
                      {"error", nullptr}}}});
    takes_requests.answer = [&in, &state](call&) { return ready(in, state); };
    return {lives, takes_requests};
}

} // namespace thimble::service::api
