#include "daemon/report/phone_report.hpp"

#include "screen/scale.hpp"
#include "text/printable_text.hpp"

#include <algorithm>
#include <array>

namespace thimble::daemon {

namespace {

/// Which actions of the REST contract a capability gives.
struct offer {
    device::capability needs;
    std::string_view action;
};

constexpr std::array offers{
    // Touches.
    offer{.needs = device::capability::touch, .action = "tap"},
    offer{.needs = device::capability::touch, .action = "double-tap"},
    offer{.needs = device::capability::touch, .action = "triple-tap"},
    offer{.needs = device::capability::touch, .action = "tap-and-hold"},
    offer{.needs = device::capability::touch, .action = "flick"},
    offer{.needs = device::capability::touch, .action = "pan"},
    offer{.needs = device::capability::touch, .action = "drag"},
    offer{.needs = device::capability::touch, .action = "hold-and-drag"},
    offer{.needs = device::capability::touch, .action = "pinch"},
    // Elements on the screen, and touches at them.
    offer{.needs = device::capability::elements, .action = "elements"},
    offer{.needs = device::capability::elements, .action = "selector.tree"},
    offer{.needs = device::capability::elements, .action = "tap-ref"},
    offer{.needs = device::capability::elements, .action = "double-tap-ref"},
    offer{.needs = device::capability::elements, .action = "triple-tap-ref"},
    offer{.needs = device::capability::elements, .action = "tap-and-hold-ref"},
    offer{.needs = device::capability::elements, .action = "flick-ref"},
    offer{.needs = device::capability::elements, .action = "pan-ref"},
    offer{.needs = device::capability::elements, .action = "drag-ref"},
    offer{.needs = device::capability::elements, .action = "hold-and-drag-ref"},
    offer{.needs = device::capability::elements, .action = "pinch-ref"},
    offer{.needs = device::capability::elements, .action = "type-ref"},
    // As well where text is read on pictures.
    offer{.needs = device::capability::elements, .action = "find"},
    offer{.needs = device::capability::elements, .action = "tap-select"},
    offer{.needs = device::capability::elements, .action = "double-tap-select"},
    offer{.needs = device::capability::elements, .action = "triple-tap-select"},
    offer{.needs = device::capability::elements, .action = "tap-and-hold-select"},
    offer{.needs = device::capability::elements, .action = "flick-select"},
    offer{.needs = device::capability::elements, .action = "drag-select"},
    offer{.needs = device::capability::elements, .action = "pinch-select"},
    // Its steps say for themselves what they need.
    offer{.needs = device::capability::touch, .action = "batch"},
    // The phone as a whole. Surfaces are swiped for, or their button is pressed.
    offer{.needs = device::capability::buttons, .action = "home"},
    offer{.needs = device::capability::lock, .action = "lock"},
    offer{.needs = device::capability::lock, .action = "unlock"},
    offer{.needs = device::capability::touch, .action = "spotlight"},
    offer{.needs = device::capability::touch, .action = "app-switcher"},
    offer{.needs = device::capability::touch, .action = "control-center"},
    offer{.needs = device::capability::touch, .action = "notification-center"},
    offer{.needs = device::capability::keys, .action = "escape"},
    offer{.needs = device::capability::keys, .action = "keypress"},
    offer{.needs = device::capability::buttons, .action = "volume-up"},
    offer{.needs = device::capability::buttons, .action = "volume-down"},
    offer{.needs = device::capability::buttons, .action = "siri"},
    offer{.needs = device::capability::action_button, .action = "action-button"},
    offer{.needs = device::capability::orientation, .action = "rotate"},
    // Text, the clipboard, apps, addresses.
    offer{.needs = device::capability::app_list, .action = "apps"},
    offer{.needs = device::capability::clipboard, .action = "clipboard.read"},
    offer{.needs = device::capability::clipboard, .action = "copy-text"},
    offer{.needs = device::capability::front_app, .action = "front-app"},
    offer{.needs = device::capability::apps, .action = "open-app"},
    offer{.needs = device::capability::apps, .action = "terminate-app"},
    offer{.needs = device::capability::url, .action = "open-url"},
    offer{.needs = device::capability::clipboard, .action = "read-clipboard"},
    offer{.needs = device::capability::url, .action = "shortcut"},
    offer{.needs = device::capability::text, .action = "type"},
    offer{.needs = device::capability::text, .action = "type.unicode"},
    offer{.needs = device::capability::frame, .action = "screenshot"},
    offer{.needs = device::capability::frame, .action = "settle"},
    offer{.needs = device::capability::frame, .action = "screen.stream"}, // pushed or captured
    offer{.needs = device::capability::video, .action = "screen.stream.hevc"},
};

/// The panel as it is held now, upright for whoever reads it.
std::optional<screen::pixel_size> upright_panel(const device::phone_facts& facts)
{
    if (!facts.panel || !facts.interface)
        return facts.panel;
    if (!screen::is_landscape(facts.interface->turned))
        return facts.panel;
    return screen::pixel_size{.width = facts.panel->height, .height = facts.panel->width};
}

bool needs_elements_to_find(const offer& one)
{
    return one.needs == device::capability::elements &&
           (one.action.ends_with("-select") || one.action == "find");
}

std::vector<std::string> actions_of(const std::set<device::capability>& capabilities,
                                    bool reads_text)
{
    const bool finds_text = reads_text && capabilities.contains(device::capability::touch) &&
                            capabilities.contains(device::capability::frame);
    std::vector<std::string> names;
    for (const offer& one : offers)
        if (capabilities.contains(one.needs) || (finds_text && needs_elements_to_find(one)))
            names.emplace_back(one.action);
    if (finds_text)
        names.emplace_back("selector.ocr");
    return names;
}

std::optional<link::latency_spread> spread_of(const std::optional<device::latency_spread>& measured)
{
    if (!measured)
        return std::nullopt;
    return link::latency_spread{.p50 = measured->p50,
                                .p95 = measured->p95,
                                .count = static_cast<std::int64_t>(measured->count)};
}

} // namespace

std::vector<link::blocker> blockers_of(const std::vector<device::blocker>& blockers)
{
    std::vector<link::blocker> result;
    for (const device::blocker& one : blockers)
        result.push_back({.code = std::string(device::to_string(one.code)),
                          .message = one.message,
                          .remedy = one.remedy,
                          .since = one.since});
    return result;
}

std::vector<link::blocker> warnings_of(const std::vector<device::warning>& warnings)
{
    std::vector<link::blocker> result;
    for (const device::warning& one : warnings)
        result.push_back({.code = std::string(device::to_string(one.code)),
                          .message = one.message,
                          .remedy = one.remedy,
                          .since = one.since});
    return result;
}

std::optional<link::video_figures> video_of(const device::video_figures& measured)
{
    if (!measured.tap_to_picture && !measured.picture_age)
        return std::nullopt;
    return link::video_figures{.tap_to_picture = spread_of(measured.tap_to_picture),
                               .picture_age = spread_of(measured.picture_age)};
}

std::optional<device::capability> needed_by(const link::action& what)
{
    const auto name = link::name_of(what);
    if (name == link::batch::name)
        return std::nullopt;
    const auto* const found = std::ranges::find(offers, name, &offer::action);
    return found == offers.end() ? std::nullopt : std::optional(found->needs);
}

std::optional<link::coordinate_space> current_space(const device::phone_facts& facts)
{
    const auto panel = upright_panel(facts);
    if (!panel || !facts.interface)
        return std::nullopt;
    return link::coordinate_space{.size = screen::scaled_size(*panel),
                                  .turned = facts.interface->turned};
}

link::phone_state report_of(device::phone& phone, bool reads_text)
{
    const device::phone_facts& facts = phone.facts();
    link::phone_state state;
    state.udid = facts.udid;
    state.attached = phone.attached();
    state.name = service::printable(facts.name); // it stands on terminals and in logs
    state.device_name = facts.marketing_name;
    state.product_type = facts.product_type;
    state.os_version = facts.os_version;
    if (!facts.driver_version.empty())
        state.driver_version = service::printable(facts.driver_version);
    state.native_size = upright_panel(facts);
    if (const auto space = current_space(facts))
        state.screenshot_size = space->size;
    else if (facts.panel && phone.frames() != nullptr) // no driver tells how the phone is turned
        state.screenshot_size = screen::scaled_size(*facts.panel);
    state.scale = facts.scale;
    state.turned = facts.interface ? facts.interface->turned : screen::orientation::portrait;
    state.battery_level = facts.battery_level;
    state.locked = facts.locked;
    if (facts.alert)
        state.alert = link::alert{.text = facts.alert->text, .buttons = facts.alert->buttons};
    state.blockers = blockers_of(phone.blockers());
    state.warnings = warnings_of(phone.warnings());
    state.capabilities = actions_of(phone.capabilities(), reads_text);
    state.video = video_of(phone.figures());
    return state;
}

} // namespace thimble::daemon
