#include "service/phones/screen_state.hpp"

#include "service/screens/shown_screen.hpp"
#include "text/json_member.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace thimble::service {

using nlohmann::json;

namespace {

constexpr const char* read_at = "read_at";

json space_state(const link::coordinate_space& what)
{
    return {{"width", what.size.width},
            {"height", what.size.height},
            {"orientation", screen::to_string(what.turned)}};
}

json element_state(const shown_element& what)
{
    json out = element_record(what);
    out["unnamed"] = what.unnamed;
    if (!what.unique)
        out["alike"] = true;
    return out;
}

/// Nothing without its ref.
std::optional<shown_element> read_element_state(const json& record)
{
    auto out = record.is_object() ? read_element(record) : std::nullopt;
    if (!out)
        return std::nullopt;
    out->ref = member<std::string>(record, "ref");
    return out->ref.empty() ? std::nullopt : std::move(out);
}

std::int64_t milliseconds_since_1970(screen_history::moment when)
{
    return std::chrono::floor<std::chrono::milliseconds>(when).time_since_epoch().count();
}

} // namespace

std::optional<json> frame_state(const known_phone& phone, std::string_view frame_id)
{
    const auto shown = phone.frames.find(frame_id);
    return shown ? std::optional(json{{"space", space_state(*shown)}}) : std::nullopt;
}

void adopt_frame(known_phone& phone, std::string frame_id, const json& state)
{
    if (const auto space = read_space(state))
        phone.frames.remember(std::move(frame_id), *space);
}

std::optional<json> ref_state(const known_phone& phone, std::string_view ref)
{
    const auto found = phone.screens.find_ref(ref);
    if (!found)
        return std::nullopt;
    return json{{"element", element_state(*found->what)},
                {"app", found->app},
                {"space", space_state(found->space)}};
}

void adopt_ref(known_phone& phone, const json& state)
{
    const auto record = state.find("element");
    const auto space = read_space(state);
    auto element = record == state.end() ? std::nullopt : read_element_state(*record);
    if (space && element)
        phone.screens.adopt(std::move(*element), *space, member<std::string>(state, "app"));
}

std::int64_t newest_screen_at(const known_phone& phone)
{
    const auto* const newest = phone.screens.newest();
    return newest == nullptr ? 0 : milliseconds_since_1970(phone.screens.newest_read_at());
}

std::optional<json> screen_state(const known_phone& phone, std::int64_t read_after)
{
    const auto* const newest = phone.screens.newest();
    if (newest == nullptr || newest_screen_at(phone) <= read_after)
        return std::nullopt;
    auto elements = json::array();
    for (const auto& each : newest->elements)
        elements.push_back(element_state(each));
    return json{{read_at, newest_screen_at(phone)},    {"frame_id", newest->frame_id},
                {"space", space_state(newest->space)}, {"app", newest->app},
                {"keyboard", newest->keyboard},        {"count", newest->count},
                {"elements", std::move(elements)}};
}

std::int64_t time_of_screen(const json& state)
{
    return member<std::int64_t>(state, read_at);
}

void adopt_screen(known_phone& phone, const json& state)
{
    shown_screen out;
    out.frame_id = member<std::string>(state, "frame_id");
    const auto space = read_space(state);
    const auto elements = state.find("elements");
    if (out.frame_id.empty() || !space || elements == state.end() || !elements->is_array() ||
        phone.screens.find(out.frame_id) != nullptr)
        return;
    out.space = *space;
    out.app = member<std::string>(state, "app");
    out.keyboard = member<bool>(state, "keyboard");
    for (const auto& each : *elements)
        if (auto one = read_element_state(each);
            one && std::cmp_less(out.elements.size(), most_elements))
            out.elements.push_back(std::move(*one));
    out.count = std::max(out.elements.size(), member<std::size_t>(state, "count"));
    phone.frames.remember(out.frame_id, out.space);
    phone.screens.adopt(std::move(out),
                        screen_history::moment(std::chrono::milliseconds(time_of_screen(state))));
}

} // namespace thimble::service
