#include "service/screens/shown_screen.hpp"

#include "link/cut_text.hpp"
#include "link/limits.hpp"
#include "selectors/element_state.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace thimble::service {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t most_words = 16; // traits, actions
constexpr std::size_t longest_word = 40;

const json* member_of(const json& record, const char* name)
{
    const auto found = record.is_object() ? record.find(name) : record.end();
    return record.is_object() && found != record.end() ? &*found : nullptr;
}

std::string text_in(const json& record, const char* name)
{
    const json* given = member_of(record, name);
    if (given == nullptr || !given->is_string())
        return {};
    return link::cut_text(given->get<std::string>(), link::limits::element_text_bytes);
}

bool flag_in(const json& record, const char* name, bool otherwise)
{
    const json* given = member_of(record, name);
    return given != nullptr && given->is_boolean() ? given->get<bool>() : otherwise;
}

int pixels_in(const json& record, const char* name)
{
    const json* given = member_of(record, name);
    if (given == nullptr || !given->is_number_integer())
        return -1;
    const auto value = given->get<std::int64_t>();
    return value >= 0 && value <= link::limits::pixels ? static_cast<int>(value) : -1;
}

std::vector<std::string> words_in(const json& record, const char* name)
{
    std::vector<std::string> out;
    const json* given = member_of(record, name);
    if (given == nullptr || !given->is_array())
        return out;
    for (const json& each : *given)
        if (each.is_string() && out.size() < most_words)
            out.push_back(link::cut_text(each.get<std::string>(), longest_word));
    return out;
}

/// Desktops that do not tell them have none of these fields.
std::vector<std::string> actions_in(const json& record, const shown_element& one)
{
    if (record.contains("actions") || one.covered)
        return words_in(record, "actions");
    std::vector<std::string> out;
    for (const auto action : actions_on(one.type, one.enabled))
        out.emplace_back(action);
    return out;
}

ordered_json or_null(const std::string& text)
{
    return text.empty() ? ordered_json() : ordered_json(text);
}

std::size_t bytes_of(const std::vector<std::string>& words)
{
    std::size_t sum = 0;
    for (const auto& each : words)
        sum += sizeof each + each.size();
    return sum;
}

} // namespace

bool shown_element::shows_the_same_as(const shown_element& other) const
{
    const auto facts = [](const shown_element& one) {
        return std::tie(one.label, one.type, one.x, one.y, one.width, one.height, one.enabled,
                        one.value, one.identifier, one.placeholder, one.focused, one.selected,
                        one.on, one.covered);
    };
    return facts(*this) == facts(other);
}

std::size_t shown_element::bytes() const
{
    return sizeof *this + label.size() + type.size() + value.size() + identifier.size() +
           placeholder.size() + ref.size() + bytes_of(traits) + bytes_of(actions);
}

std::size_t shown_screen::bytes() const
{
    std::size_t sum = sizeof *this;
    for (const auto& each : elements)
        sum += each.bytes();
    return sum;
}

std::optional<link::coordinate_space> read_space(const json& value)
{
    const json* space = member_of(value, "space");
    if (space == nullptr)
        return std::nullopt;
    const auto turned = screen::parse_orientation(text_in(*space, "orientation"));
    const int width = pixels_in(*space, "width");
    const int height = pixels_in(*space, "height");
    if (!turned || width < 1 || height < 1)
        return std::nullopt;
    return link::coordinate_space{.size = {.width = width, .height = height}, .turned = *turned};
}

std::optional<shown_element> read_element(const json& record)
{
    shown_element out;
    out.x = pixels_in(record, "x");
    out.y = pixels_in(record, "y");
    out.width = pixels_in(record, "width");
    out.height = pixels_in(record, "height");
    if (out.x < 0 || out.y < 0 || out.width < 1 || out.height < 1)
        return std::nullopt;
    out.label = text_in(record, "label");
    out.type = link::cut_text(text_in(record, "type"), longest_word);
    out.enabled = flag_in(record, "enabled", true);
    out.value = text_in(record, "value");
    out.identifier = text_in(record, "identifier");
    out.placeholder = text_in(record, "placeholder");
    out.focused = flag_in(record, "focused", false);
    out.selected = flag_in(record, "selected", false);
    if (const json* on = member_of(record, "on"); on != nullptr && on->is_boolean())
        out.on = on->get<bool>();
    out.traits = words_in(record, "traits");
    out.unnamed = flag_in(record, "unnamed", false);
    out.unique = !record.contains("alike");
    out.covered = flag_in(record, "covered", false);
    out.actions = actions_in(record, out);
    return out;
}

std::optional<shown_screen> read_screen(const json& value)
{
    const auto space = read_space(value);
    if (!space)
        return std::nullopt;
    shown_screen out;
    out.space = *space;
    out.app = text_in(value, "app");
    out.keyboard = flag_in(value, "keyboard", false);
    const json* all = member_of(value, "elements");
    if (all != nullptr && all->is_array())
        for (const json& each : *all)
            if (auto one = read_element(each);
                one && std::cmp_less(out.elements.size(), most_elements))
                out.elements.push_back(std::move(*one));
    const json* count = member_of(value, "count");
    const bool told = count != nullptr && count->is_number_unsigned();
    out.count = std::max(out.elements.size(), told ? count->get<std::size_t>() : 0);
    return out;
}

ordered_json element_record(const shown_element& one)
{
    ordered_json record;
    record["ref"] = or_null(one.ref);
    record["label"] = one.label;
    record["type"] = one.type;
    record["x"] = one.x;
    record["y"] = one.y;
    record["width"] = one.width;
    record["height"] = one.height;
    record["enabled"] = one.enabled;
    record["value"] = or_null(one.value);
    record["identifier"] = or_null(one.identifier);
    record["placeholder"] = or_null(one.placeholder);
    record["focused"] = one.focused;
    record["selected"] = one.selected;
    record["on"] = one.on ? ordered_json(*one.on) : ordered_json();
    record["traits"] = one.traits;
    record["actions"] = one.actions;
    record["covered"] = one.covered;
    return record;
}

link::seen_element seen(const shown_element& one, const std::string& app)
{
    return {.type = one.type,
            .label = one.unnamed ? std::string() : one.label,
            .identifier = one.identifier,
            .app = app,
            .x = one.x,
            .y = one.y,
            .width = one.width,
            .height = one.height,
            .unique = one.unique};
}

} // namespace thimble::service
