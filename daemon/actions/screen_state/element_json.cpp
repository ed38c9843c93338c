#include "daemon/actions/screen_state/element_json.hpp"

#include "selectors/element_state.hpp"
#include "selectors/find.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

bool is_named(const service::screen_element& one)
{
    return !one.label.empty() || !one.name.empty();
}

void add_unless_empty(nlohmann::json& record, const char* name, const std::string& text)
{
    if (!text.empty())
        record[name] = text;
}

} // namespace

std::string identity_of(const service::screen_element& element)
{
    const auto& label = element.label.empty() ? element.name : element.label;
    return element.type + '\n' + element.identifier + '\n' + label;
}

alike_counts count_alike(const screen_elements& seen)
{
    alike_counts counts;
    for (const auto* part : {&seen.elements, &seen.covered})
        for (const auto& one : *part)
            ++counts[identity_of(one)];
    return counts;
}

int count_alike(const screen_elements& seen, const service::screen_element& one)
{
    const auto same = [&](const auto& other) {
        return other.type == one.type && other.identifier == one.identifier &&
               other.label == one.label && other.name == one.name;
    };
    return static_cast<int>(std::ranges::count_if(seen.elements, same) +
                            std::ranges::count_if(seen.covered, same));
}

nlohmann::json element_json(const service::screen_element& element, int alike, bool covered)
{
    nlohmann::json record = service::element_record(element);
    record["enabled"] = element.enabled;
    if (element.value != element.placeholder) // an empty field has it as its value
        add_unless_empty(record, "value", element.value);
    add_unless_empty(record, "identifier", element.identifier);
    add_unless_empty(record, "placeholder", element.placeholder);
    if (element.focused)
        record["focused"] = true;
    if (service::is_selected(element))
        record["selected"] = true;
    if (const auto on = service::switched_on(element))
        record["on"] = *on;
    if (!element.traits.empty())
        record["traits"] = element.traits;
    if (!covered)
        if (const auto actions = service::actions_on(element.type, element.enabled);
            !actions.empty())
            record["actions"] = actions;
    if (!is_named(element))
        record["unnamed"] = true;
    if (alike > 1)
        record["alike"] = alike;
    if (covered)
        record["covered"] = true;
    return record;
}

nlohmann::json space_json(const link::coordinate_space& space)
{
    return {{"width", space.size.width},
            {"height", space.size.height},
            {"orientation", screen::to_string(space.turned)}};
}

} // namespace thimble::daemon
