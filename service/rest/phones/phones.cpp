// GET /v1/phones, DELETE /v1/phones/{phone_id}, and a phone's info, status and settings.
#include "http/json_response.hpp"
#include "service/phones/phone_checks.hpp"
#include "service/phones/phone_record.hpp"
#include "service/rest/endpoints.hpp"
#include "service/rest/phones/perform.hpp"
#include "text/bundle_id.hpp"

#include <utility>

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;
using nlohmann::ordered_json;

namespace {

asio::awaitable<http::response> list_phones(services& in, call& what)
{
    const bool only_connected = what.given.flag("connected");
    auto records = ordered_json::array();
    for (const auto& phone : in.phones.of(what.who))
        if (!only_connected || in.phones.status_of(*phone) != connection_status::offline)
            records.push_back(phone_record(in.phones, *phone));
    co_return json_response(records);
}

asio::awaitable<http::response> forget(services& in, call& what)
{
    if (in.phones.status_of(*what.phone) != connection_status::offline)
        co_return to_response(invalid_argument("phone_id", "connected",
                                               "names a phone that is connected; unplug it first"));
    if (auto forgotten = co_await in.phone_archive.forget(*what.phone); !forgotten)
        co_return to_response(forgotten.error());
    in.live.phone_forgotten(*what.phone);
    in.leases.forget(*what.phone);
    in.phones.forget(*what.phone);
    http::response out;
    out.status = 204;
    co_return out;
}

asio::awaitable<http::response> info(services& in, call& what)
{
    if (!what.phone->state.screenshot_size) {
        const auto reached = in.phones.reach(*what.phone);
        co_return to_response(reached ? not_ready(*what.phone) : reached.error());
    }
    co_return json_response(info_record(in.phones, *what.phone));
}

/// As the phone says now; nothing where it cannot be asked, or does not say. No job is made of it.
asio::awaitable<std::optional<std::string>> front_app(services& in, call& what)
{
    static const std::vector<parameter> nothing;
    const auto make = [](const arguments&) -> result<link::action> { return link::front_app{}; };
    const auto sent = co_await accept(in, what, {.body = nothing, .make = make, .when_done = {}});
    if (!sent)
        co_return std::nullopt;
    co_await wait_for(in, what, sent->work);
    const auto& told = sent->work->result().value;
    const auto id = told.find("bundle_id");
    if (id == told.end() || !id->is_string() || !is_bundle_id(id->get_ref<const std::string&>()))
        co_return std::nullopt;
    co_return id->get<std::string>();
}

asio::awaitable<http::response> status(services& in, call& what)
{
    auto in_front =
        what.given.flag("front_app") ? co_await front_app(in, what) : std::optional<std::string>();
    const auto& phone = *what.phone;
    const auto others = in.use_elsewhere(phone.id);
    const phone_use use{.queue_depth = in.dispatcher.queue_depth(phone.id) + others.queue_depth,
                        .streaming = in.live.watched(phone) || others.streaming,
                        .active_session_id = in.sessions.active_session(phone.id),
                        .front_app = std::move(in_front)};
    co_return json_response(status_record(in.phones, phone, use));
}

asio::awaitable<http::response> settings(call& what)
{
    co_return json_response(settings_record(*what.phone));
}

asio::awaitable<http::response> change_settings(services& in, call& what)
{
    auto settings = what.phone->settings;
    if (what.given.has("display_name")) {
        const auto& name = what.given.value("display_name");
        const bool cleared = name.is_null() || name == "";
        settings.display_name =
            cleared ? std::nullopt : std::optional(what.given.text("display_name"));
    }
    if (what.given.has("typing_method"))
        settings.typing_method = what.given.text("typing_method");
    if (what.given.has("speed"))
        settings.speed = what.given.integer("speed");
    std::swap(settings, what.phone->settings);
    if (auto kept = co_await in.phone_archive.keep(*what.phone); !kept) {
        what.phone->settings = std::move(settings);
        co_return to_response(kept.error());
    }
    co_return json_response(phone_record(in.phones, *what.phone));
}

endpoint about_phone(verb method, std::vector<std::string> paths)
{
    endpoint row;
    row.method = method;
    row.paths = std::move(paths);
    row.subject = endpoint::about::phone;
    if (method == verb::get)
        row.needs = {scope::read};
    return row;
}

endpoint list_row(services& in)
{
    endpoint row;
    row.paths = {"/v1/phones"};
    row.needs = {scope::read, scope::act, scope::sessions}; // whoever uses one has to find it
    row.minds_phones = true;
    row.query = {boolean("connected").otherwise(false).means("Leave out those that are offline.")};
    row.documented_as = {.in = chapter::phones,
                         .summary = "List all known phones, offline ones too",
                         .answers = {{.meaning = "The phones.", .records = {"phone_list"}}}};
    row.answer = [&in](call& what) { return list_phones(in, what); };
    return row;
}

endpoint settings_row(services& in)
{
    auto row = about_phone(verb::patch, phone_paths("settings"));
    row.changes_phone = true;
    row.needs = {scope::act};
    row.body = {text("display_name", 0, 120)
                    .or_null()
                    .such_as("Test phone")
                    .means("What a person calls it; null or empty clears it."),
                choice("typing_method", {"keys", "paste"}).means("Kept and given back."),
                integer("speed", 1, 1000).means("Kept and given back.")};
    row.one_field_needed = true;
    row.documented_as = {.in = chapter::phones,
                         .summary = "Change a phone's settings",
                         .details = "Any subset of the fields, at least one.",
                         .answers = {{.meaning = "The phone.", .records = {"phone"}}}};
    row.answer = [&in](call& what) { return change_settings(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> phone_endpoints(services& in)
{
    auto forget_row = about_phone(verb::delete_, {"/v1/phones/{phone_id}"});
    forget_row.changes_phone = true;
    forget_row.documented_as = {.in = chapter::phones,
                                .summary = "Forget an offline phone",
                                .details = "A phone that is connected cannot be forgotten.",
                                .answers = {{.status = 204, .meaning = "It is forgotten."}},
                                .failures = {"INVALID_ARGUMENT"}};
    forget_row.answer = [&in](call& what) { return forget(in, what); };
    auto info_row = about_phone(verb::get, phone_paths("info"));
    info_row.documented_as = {
        .in = chapter::phones,
        .summary = "Read what is known of a phone",
        .details = "The last known values where it is offline.",
        .answers = {{.meaning = "What is known of it.", .records = {"phone_info"}}},
        .failures = {"PHONE_NOT_CONNECTED", "MAC_APP_NOT_RUNNING", "PHONE_NOT_READY"}};
    info_row.answer = [&in](call& what) { return info(in, what); };
    auto status_row = about_phone(verb::get, {"/v1/phones/{phone_id}/status"});
    status_row.query = {
        boolean("front_app")
            .otherwise(false)
            .means("Ask the phone which app is in front, which takes as long as the phone takes.")};
    status_row.documented_as = {
        .in = chapter::phones,
        .summary = "Read what goes on with a phone",
        .details = "Everything but `front_app` is known without asking the phone.",
        .answers = {{.meaning = "What goes on with it.", .records = {"phone_status"}}}};
    status_row.answer = [&in](call& what) { return status(in, what); };
    auto read_settings = about_phone(verb::get, phone_paths("settings"));
    read_settings.documented_as = {
        .in = chapter::phones,
        .summary = "Read a phone's settings",
        .answers = {{.meaning = "The settings.", .records = {"phone_settings"}}}};
    read_settings.answer = settings;
    return {list_row(in), forget_row, info_row, status_row, read_settings, settings_row(in)};
}

} // namespace thimble::service::api
