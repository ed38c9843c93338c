// Questions about a phone, without anything happening to it.
#include "virtualphone/control/call.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

namespace thimble::virtualphone::control {

namespace {

using boost::beast::http::status;
using boost::beast::http::verb;

std::string_view name_of(runner state)
{
    switch (state) {
    case runner::running:
        return "running";
    case runner::dead:
        return "dead";
    case runner::zombie:
        return "zombie";
    case runner::hung:
        break;
    }
    return "hung";
}

bool lies_on_its_side(turned value)
{
    return value == turned::landscape_left || value == turned::landscape_right;
}

reply report(const call& asked)
{
    return json_reply(phone_report(asked.device));
}

reply frame(const call& asked)
{
    const encoded_picture picture = asked.device.os.frame_png();
    reply result;
    result.content_type = "image/png";
    result.body.assign(picture->begin(), picture->end());
    return result;
}

/// The number of "since=N"; 0 where there is no query.
std::optional<std::size_t> first_event(std::string_view query)
{
    constexpr std::string_view name = "since=";
    if (query.empty())
        return 0;
    if (!query.starts_with(name))
        return std::nullopt;
    query.remove_prefix(name.size());
    std::size_t first = 0;
    const auto [end, error] = std::from_chars(query.data(), query.data() + query.size(), first);
    if (error != std::errc{} || end != query.data() + query.size())
        return std::nullopt;
    return first;
}

reply events(const call& asked)
{
    const auto first = first_event(asked.query);
    if (!first)
        return error_reply(status::bad_request, "since must be the index of an event");
    return json_reply(asked.device.log.since(*first));
}

reply requests(const call& asked)
{
    const request_counts& counted = asked.device.requests;
    return json_reply({{"main_queue", counted.main_queue}, {"beside_queue", counted.beside_queue}});
}

/// Parents before their children; what cannot be seen is left out.
void add_elements(const element& of, nlohmann::json& to)
{
    const auto& at = of.frame;
    if (of.visible)
        to.push_back({{"type", of.type},
                      {"label", of.label},
                      {"identifier", of.identifier},
                      {"x", at.x},
                      {"y", at.y},
                      {"width", at.width},
                      {"height", at.height}});
    for (const auto& each : of.children)
        add_elements(each, to);
}

reply elements(const call& asked)
{
    auto all = nlohmann::json::array();
    add_elements(asked.device.os.tree(), all);
    return json_reply({{"elements", std::move(all)}});
}

nlohmann::json fingers_of(const operating_system& os)
{
    nlohmann::json all = nlohmann::json::array();
    for (const auto& [finger, at] : os.fingers_down())
        all.push_back({{"finger", finger}, {"x", at.x}, {"y", at.y}});
    return all;
}

nlohmann::json stream_of(const phone& device)
{
    const stream_state& now = device.stream;
    return {{"running", now.running},
            {"settled", now.settled},
            {"started", now.started},
            {"pictures", now.pictures},
            {"key_pictures", now.key_pictures},
            {"packets", now.packets},
            {"reports_received", now.reports_received},
            {"keys_asked_for", now.keys_asked_for}};
}

} // namespace

nlohmann::json phone_report(const phone& device)
{
    const operating_system& os = device.os;
    const model& hardware = os.hardware();
    const bool on_its_side = lies_on_its_side(os.interface_orientation());
    return {{"udid", os.who().udid},
            {"name", os.who().name},
            {"model", hardware.name},
            {"ios", os.ios().version},
            {"wda", device.agent.version},
            {"runner_id", os.who().installed_runner()},
            {"width_px", on_its_side ? hardware.height_px : hardware.width_px},
            {"height_px", on_its_side ? hardware.width_px : hardware.height_px},
            {"width_pt", os.width_pt()},
            {"height_pt", os.height_pt()},
            {"scale", hardware.scale},
            {"orientation", to_string(os.interface_orientation())},
            {"locked", os.locked()},
            {"plugged", device.plugged},
            {"front_app", os.front_app()},
            {"keyboard_shown", os.keyboard_shown()},
            {"clipboard", os.clipboard()},
            {"runner", name_of(device.runner)},
            {"developer_image", device.developer_image_mounted},
            {"images_unmounted", device.images_unmounted},
            {"tunnel_host", device.tunnel_host},
            {"developer_menu", device.developer_menu},
            {"developer_mode", device.developer_mode},
            {"developer_question", device.switch_progress == developer_switch::asks},
            {"untrusted_apps", device.untrusted_apps},
            {"fingers", fingers_of(os)},
            {"reports_land", device.hears_reports()},
            {"stream", stream_of(device)},
            {"apps", os.app_states()}};
}

std::span<const phone_call> question_calls()
{
    static constexpr std::array table{
        phone_call{verb::get, "", report},           phone_call{verb::get, "frame.png", frame},
        phone_call{verb::get, "elements", elements}, phone_call{verb::get, "events", events},
        phone_call{verb::get, "requests", requests},
    };
    return table;
}

} // namespace thimble::virtualphone::control
