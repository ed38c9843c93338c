// GET P/apps and POST P/apps/refresh.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"
#include "service/rest/phones/perform.hpp"
#include "text/iso_time.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;
using nlohmann::ordered_json;

namespace {

http::response apps_response(const app_list& known, std::string_view source)
{
    auto apps = ordered_json::array();
    for (const auto& app : known.apps)
        apps.push_back(app_record(app));
    ordered_json record;
    record["apps"] = std::move(apps);
    record["app_count"] = known.apps.size();
    record["updated_at"] = iso_time(known.updated_at);
    record["source"] = source;
    return json_response(record);
}

/// Reads the phone and keeps what it says. No job is made of it: it changes nothing.
asio::awaitable<http::response> refresh(services& in, call& what)
{
    static const std::vector<parameter> nothing;
    const auto make = [](const arguments&) -> result<link::action> { return link::list_apps{}; };
    const auto keep = [&in, phone = what.phone](job& work) {
        const auto found = work.result().value.find("apps");
        if (found == work.result().value.end())
            return;
        phone->apps =
            app_list{.apps = read_apps(*found), .updated_at = std::chrono::system_clock::now()};
        in.phone_archive.keep_soon(*phone);
        in.note_change(*phone);
        in.spread_soon(*phone, false);
    };
    auto sent = co_await accept(in, what, {.body = nothing, .make = make, .when_done = keep});
    if (!sent)
        co_return to_response(sent.error());
    co_await wait_for(in, what, sent->work);
    if (sent->work->status() == job_status::failed)
        co_return to_response(*sent->work->result().failure);
    if (!what.phone->apps)
        co_return to_response({.code = "ACTION_FAILED",
                               .message = "The phone sent no list of its apps; try again.",
                               .context = {{"cause", "no_list"}}});
    if (in.spread)
        co_await in.spread(what.phone, false); // or another node would read them once more
    co_return apps_response(*what.phone->apps, "device");
}

asio::awaitable<http::response> stored(services& in, call& what)
{
    if (what.phone->apps)
        co_return apps_response(*what.phone->apps, "database");
    co_return co_await refresh(in, what);
}

} // namespace

std::vector<endpoint> app_endpoints(services& in)
{
    endpoint read;
    read.paths = phone_paths("apps");
    read.subject = endpoint::about::phone;
    read.needs = {scope::read};
    const std::vector<good_answer> answers{{.meaning = "The apps.", .records = {"apps"}}};
    read.documented_as = {.in = chapter::apps,
                          .summary = "List the apps of a phone",
                          .details = "As they were read last; the first time from the phone.",
                          .answers = answers,
                          .failures = command_failures()};
    read.answer = [&in](call& what) { return stored(in, what); };
    endpoint again;
    again.method = verb::post;
    again.paths = phone_paths("apps/refresh");
    again.subject = endpoint::about::phone;
    again.needs = {scope::read};
    again.documented_as = {.in = chapter::apps,
                           .summary = "Read the apps from the phone again",
                           .answers = answers,
                           .failures = command_failures()};
    again.answer = [&in](call& what) { return refresh(in, what); };
    return {read, again};
}

} // namespace thimble::service::api
