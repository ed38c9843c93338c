// The part of the tree that a screen reader tells, and what single elements say of it.
#include "virtualphone/wda/automation/snapshot.hpp"
#include "virtualphone/wda/elements/element_attributes.hpp"
#include "virtualphone/wda/routes/gesture_target.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <array>

namespace thimble::virtualphone::wda {

namespace {

using boost::beast::http::verb;
using nlohmann::json;

/// Null where neither the element nor one below it has anything to tell.
json accessible_tree(const element& node)
{
    json told = json::object();
    if (is_accessible(node)) {
        if (node.visible) {
            told["value"] = text_or_null(value_of(node).value_or(""));
            told["label"] = text_or_null(node.label);
        }
    } else {
        for (const element& child : node.children)
            if (json inside = accessible_tree(child); !inside.is_null())
                told["children"].push_back(std::move(inside));
    }
    if (told.empty())
        return nullptr;
    told["type"] = node.type;
    told["rawIdentifier"] = text_or_null(node.identifier);
    told["name"] = text_or_null(name_of(node));
    return told;
}

answer accessible_source(automation& agent, const request& asked)
{
    json told =
        accessible_tree(agent.os().tree_of(agent.active_application(asked.session.has_value())));
    return success(told.is_null() ? json::object() : std::move(told));
}

answer accessible(automation& agent, const request& asked)
{
    const snapshot seen(agent);
    const auto found = seen.find(element_of_gesture(asked));
    return found ? success(is_accessible(**found)) : failure(found.error());
}

/// An element that a screen reader goes into rather than to.
answer accessibility_container(automation& agent, const request& asked)
{
    const snapshot seen(agent);
    const auto found = seen.find(element_of_gesture(asked));
    return found ? success(!is_accessible(**found)) : failure(found.error());
}

void add_visible_cells(const element& in, const snapshot& seen, json& to)
{
    for (const element& child : in.children) {
        if (child.type == "Cell" && child.visible)
            to.push_back(seen.reference(child));
        add_visible_cells(child, seen, to);
    }
}

answer visible_cells_of(automation& agent, const request& asked)
{
    const snapshot seen(agent);
    const auto found = seen.find(element_of_gesture(asked));
    if (!found)
        return failure(found.error());
    json cells = json::array();
    add_visible_cells(**found, seen, cells);
    return success(std::move(cells));
}

answer selected(automation& agent, const request& asked)
{
    const snapshot seen(agent);
    const auto found = seen.find(part_of_path(asked, 2));
    return found ? success((*found)->selected) : failure(found.error());
}

/// None of our apps has a picker wheel.
answer select_on_wheel(automation& agent, const request& asked)
{
    const snapshot seen(agent);
    const auto found = seen.find(part_of_path(asked, 3));
    if (!found)
        return failure(found.error());
    return failure(errors::invalid_argument,
                   "The element is expected to be a valid Picker Wheel control. '" +
                       type_name(**found) + "' was given instead");
}

} // namespace

std::span<const route> accessibility_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::get, "/wda/accessiblesource", either, accessible_source},
        route{verb::get, "/wda/element/:id/accessible", required, accessible},
        route{verb::get, "/wda/element/:id/accessibilitycontainer", required,
              accessibility_container},
        route{verb::get, "/wda/element/:id/getvisiblecells", required, visible_cells_of},
        route{verb::get, "/element/:id/selected", required, selected},
        route{verb::post, "/wda/pickerwheel/:id/select", required, select_on_wheel},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
