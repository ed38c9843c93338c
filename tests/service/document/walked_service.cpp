#include "tests/service/document/walked_service.hpp"

#include "tests/e2e/eventually.hpp"

#include <set>
#include <stdexcept>

namespace thimble::service::test {

namespace {

link::phone_state able_phone(const std::string& udid)
{
    auto out = phone(udid);
    out.capabilities = {"apps",
                        "batch",
                        "elements",
                        "selector.tree",
                        "tap",
                        "double-tap",
                        "triple-tap",
                        "tap-and-hold",
                        "flick",
                        "pan",
                        "drag",
                        "hold-and-drag",
                        "pinch",
                        "tap-select",
                        "double-tap-select",
                        "triple-tap-select",
                        "tap-and-hold-select",
                        "flick-select",
                        "drag-select",
                        "pinch-select",
                        "find",
                        "settle",
                        "terminate-app",
                        "home",
                        "lock",
                        "unlock",
                        "spotlight",
                        "app-switcher",
                        "control-center",
                        "notification-center",
                        "escape",
                        "keypress",
                        "volume-up",
                        "volume-down",
                        "siri",
                        "action-button",
                        "rotate",
                        "clipboard.read",
                        "copy-text",
                        "open-app",
                        "open-url",
                        "read-clipboard",
                        "shortcut",
                        "type",
                        "type.unicode",
                        "screenshot"};
    return out;
}

/// Answer of a phone that can do everything.
link::result ability(const link::command& what)
{
    if (std::holds_alternative<link::screenshot>(what.what))
        return grey_picture(what);
    auto out = success(what);
    if (std::holds_alternative<link::list_apps>(what.what))
        out.value["apps"] = nlohmann::json::parse(
            R"([{"name":"Maps","bundle_id":"com.apple.Maps","version":"1","type":"system"}])");
    if (std::holds_alternative<link::elements>(what.what))
        out.value = nlohmann::json::parse(
            R"({"space":{"width":620,"height":1344,"orientation":"portrait"},"elements":[
                {"label":"Save","type":"Button","x":1,"y":2,"width":3,"height":4,"enabled":true}]})");
    if (std::holds_alternative<link::find_element>(what.what))
        out.value = nlohmann::json::parse(
            R"({"space":{"width":620,"height":1344,"orientation":"portrait"},"element":
                {"label":"Save","type":"Button","x":1,"y":2,"width":3,"height":4,"source":"tree",
                 "confidence":1}})");
    if (std::holds_alternative<link::settle>(what.what))
        out.value["settled"] = true;
    if (std::holds_alternative<link::read_clipboard>(what.what))
        out.value = {{"text", "hello"}, {"empty", false}};
    return out;
}

limits limits_of(world state)
{
    limits out;
    out.enrolments.asked_from_address = out.enrolments.asked; // a walk comes from one
    out.wrong_keys.burst = 100'000;                           // and names many keys that are none
    out.recordings.at_once_of_phone = out.recordings.at_once; // and records one phone many times
    if (state == world::crowded)
        out.jobs.queue_length = 0;
    return out;
}

models::provider model_at(std::uint16_t port)
{
    const auto url = "http://127.0.0.1:" + std::to_string(port) + "/v1";
    return {.kind = models::provider_kind::openai,
            .address = models::parse_model_address(url).value(),
            .key = {},
            .model = "silent"};
}

} // namespace

nlohmann::json every_path_of(running_service& on)
{
    return on.service().contract_of_every_path();
}

walked_service::walked_service(world state)
    : silent_model_(context_, {boost::asio::ip::address_v4::loopback(), 0}),
      running_(limits_of(state), std::chrono::seconds(2), [&](server_options& options) {
          if (state == world::lent)
              options.model = model_at(silent_model_.local_endpoint().port());
      })
{
    running_.direct([](auto& desktop) { desktop.script = ability; });
    client_ = std::make_unique<http_client>(running_.port());
    prepare(state);
    contract_ = std::make_unique<contract_document>(every_path_of(running_));
}

void walked_service::prepare(world state)
{
    const auto begun = client_->ask("POST", "/v1/enrolments", {}, R"({"name":"Desk"})");
    ids_["file"] = "main.js";
    ids_["document"] = "iphone.md";
    ids_["code"] = begun.json().at("code");
    if (state == world::empty)
        return;
    auto one = able_phone("udid-1");
    ids_["phone_id"] = running_.attach(one);
    if (state != world::crowded) {
        ids_["job_id"] = client_->get("/v1/screenshot?async=true").json().at("job_id");
        ended_job(*client_, "/v1/jobs/" + ids_["job_id"]); // only then it has a picture
    }
    if (state == world::locked)
        one.blockers = {{.code = "LOCKED", .message = "Locked.", .remedy = "Unlock.", .since = {}}};
    if (state == world::incapable)
        one.capabilities = {};
    one.attached = state != world::unplugged;
    running_.attach(one);
    if (state == world::lent)
        ids_["session_id"] =
            client_->post("/v1/sessions", R"({"instruction":"Wait"})").json().at("id");
    if (state == world::ready)
        ids_["recording_id"] = recorded();
    if (state == world::undecided)
        running_.attach(able_phone("udid-2"));
    if (state == world::desktop_away)
        running_.at_home([this] { running_.service().desktop_gone(desktop_id); });
}

std::string walked_service::recorded()
{
    const std::string id = client_->post("/v1/recordings", "{}").json().at("id");
    running_.until([](const observations& seen) { return !seen.streams.empty(); });
    running_.direct([](auto& desktop) { desktop.show(live_frame("a picture")); });
    const auto has_it = [&] {
        return client_->get("/v1/recordings/" + id).json().at("pictures") == 1;
    };
    if (!e2e::eventually(std::chrono::seconds(30), has_it))
        throw std::runtime_error("a recording gets no picture");
    client_->post("/v1/recordings/" + id + "/stop");
    return id;
}

reply walked_service::ask(const request_variant& what)
{
    auto answer = client_->ask(what.method, what.target, what.fields, what.body);
    if (answer.field("connection") == "close")
        client_ = std::make_unique<http_client>(running_.port());
    return answer;
}

void walked_service::fail_with(std::string code)
{
    running_.direct([code = std::move(code)](auto& desktop) {
        desktop.script = [code](const link::command& what) {
            return failure(what, code, link::outcome::unknown);
        };
    });
}

} // namespace thimble::service::test
