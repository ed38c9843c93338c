#include "service/phones/phone_row_mapping.hpp"

#include "text/json_member.hpp"

#include <nlohmann/json.hpp>

namespace thimble::service {

using nlohmann::json;

namespace {

void put_size(json& to, const std::string& name, const std::optional<screen::pixel_size>& size)
{
    if (size)
        to[name] = {{"width", size->width}, {"height", size->height}};
}

std::optional<screen::pixel_size> find_size(const json& from, const char* name)
{
    const auto found = from.find(name);
    if (found == from.end() || !found->is_object())
        return std::nullopt;
    const screen::pixel_size size{.width = member<int>(*found, "width"),
                                  .height = member<int>(*found, "height")};
    return size.width > 0 && size.height > 0 ? std::optional(size) : std::nullopt;
}

/// Facts that hold of a phone that is away. Its lock and its blockers do not.
json facts_of(const link::phone_state& state)
{
    json out{{"name", state.name},
             {"device_name", state.device_name},
             {"product_type", state.product_type},
             {"os_version", state.os_version},
             {"orientation", screen::to_string(state.turned)}};
    put_size(out, "native_size", state.native_size);
    put_size(out, "screenshot_size", state.screenshot_size);
    if (state.scale)
        out["scale"] = *state.scale;
    if (state.battery_level)
        out["battery_level"] = *state.battery_level;
    return out;
}

link::phone_state read_facts(const json& facts)
{
    link::phone_state out;
    out.name = member<std::string>(facts, "name");
    out.device_name = member<std::string>(facts, "device_name");
    out.product_type = member<std::string>(facts, "product_type");
    out.os_version = member<std::string>(facts, "os_version");
    out.turned = screen::parse_orientation(member<std::string>(facts, "orientation"))
                     .value_or(screen::orientation::portrait);
    out.native_size = find_size(facts, "native_size");
    out.screenshot_size = find_size(facts, "screenshot_size");
    out.scale = find_member<double>(facts, "scale");
    out.battery_level = find_member<int>(facts, "battery_level");
    return out;
}

json app_records(const app_list& known)
{
    auto out = json::array();
    for (const auto& each : known.apps)
        out.push_back(json(app_record(each)));
    return out;
}

/// The texts of a list.
std::optional<std::vector<std::string>> read_names(const std::optional<std::string>& text)
{
    if (!text)
        return std::nullopt;
    std::vector<std::string> out;
    const auto names = json::parse(*text, nullptr, false);
    for (const auto& each : names)
        if (each.is_string())
            out.push_back(each.get<std::string>());
    return out;
}

} // namespace

store::phone_row row_of(const known_phone& what)
{
    store::phone_row row;
    row.account_id = what.account_id;
    row.id = what.id;
    row.udid = what.state.udid;
    row.desktop_id = what.desktop_id;
    row.facts = facts_of(what.state).dump(-1, ' ', false, json::error_handler_t::replace);
    row.display_name = what.settings.display_name;
    row.typing_method = what.settings.typing_method;
    row.speed = what.settings.speed;
    if (what.apps) {
        row.apps = app_records(*what.apps).dump(-1, ' ', false, json::error_handler_t::replace);
        row.apps_updated_at = what.apps->updated_at;
    }
    if (what.shortcuts)
        row.shortcuts = json(*what.shortcuts).dump();
    if (!what.labels.empty())
        row.labels = json(what.labels).dump();
    row.created_at = what.created_at;
    row.last_seen_at = what.last_seen_at;
    return row;
}

phone_ptr read_phone(const store::phone_row& row)
{
    auto out = std::make_shared<known_phone>();
    out->id = row.id;
    out->account_id = row.account_id;
    out->state = read_facts(parse_object(row.facts));
    out->state.udid = row.udid;
    out->desktop_id = row.desktop_id;
    out->settings = {
        .display_name = row.display_name, .typing_method = row.typing_method, .speed = row.speed};
    if (row.apps)
        out->apps = app_list{.apps = read_apps(json::parse(*row.apps, nullptr, false)),
                             .updated_at = row.apps_updated_at.value_or(row.last_seen_at)};
    out->shortcuts = read_names(row.shortcuts);
    out->labels = read_names(row.labels).value_or(std::vector<std::string>());
    out->created_at = row.created_at;
    out->last_seen_at = row.last_seen_at;
    return out;
}

} // namespace thimble::service
