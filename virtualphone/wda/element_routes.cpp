// The field that has the focus, and what elements say of themselves.
#include "virtualphone/wda/route.hpp"

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/split.hpp>

#include <algorithm>
#include <array>

namespace thimble::virtualphone::wda {

namespace {

using boost::beast::http::verb;
using nlohmann::json;

constexpr std::array<std::string_view, 4> text_inputs{"TextView", "TextField", "SearchField",
                                                      "SecureTextField"};

/// Of this form are the ids that WebDriverAgent makes of an accessibility id and a process id.
constexpr std::string_view id_of_focus = "19000000-0000-0000-2902-000000000000";

bool takes_text(const element& one)
{
    return std::ranges::find(text_inputs, one.type) != text_inputs.end();
}

/// The first input that is shown: no page has more than one while it is edited.
const element* find_input(const element& among)
{
    if (takes_text(among))
        return &among;
    for (const element& child : among.children)
        if (const element* found = find_input(child))
            return found;
    return nullptr;
}

answer active_element(automation& agent, const request&)
{
    const element tree = agent.os().tree();
    if (!agent.os().keyboard_shown() || find_input(tree) == nullptr)
        return failure(errors::no_such_element, "unable to find an element with keyboard focus");
    return success(
        {{"element-6066-11e4-a52e-4f735466cecf", id_of_focus}, {"ELEMENT", id_of_focus}});
}

/// "/element/ID/rest" in its parts.
std::vector<std::string> parts_of(const request& asked)
{
    std::vector<std::string> parts;
    boost::algorithm::split(parts, asked.path, boost::algorithm::is_any_of("/"));
    return parts;
}

answer with_element(automation& agent,
                    const request& asked,
                    json (*tell)(const element&, const std::string&))
{
    const auto parts = parts_of(asked);
    const element tree = agent.os().tree();
    const element* const input = agent.os().keyboard_shown() ? find_input(tree) : nullptr;
    if (parts.size() < 4 || !boost::algorithm::iequals(parts[2], id_of_focus) || input == nullptr)
        return failure(errors::stale_element_reference,
                       "The previously found element is not present in the current view anymore");
    return success(tell(*input, parts.back()));
}

/// By name: what the other attributes are called in the page source.
json attribute(const element& one, const std::string& name)
{
    if (name == "value" && one.value)
        return *one.value;
    if (name == "label")
        return one.label;
    if (name == "name")
        return one.identifier.empty() ? one.label : one.identifier;
    if (name == "type")
        return "XCUIElementType" + one.type;
    return nullptr;
}

answer element_attribute(automation& agent, const request& asked)
{
    return with_element(agent, asked, attribute);
}

/// The name of an element is its type.
answer element_name(automation& agent, const request& asked)
{
    return with_element(agent, asked, [](const element& one, const std::string&) -> json {
        return "XCUIElementType" + one.type;
    });
}

} // namespace

std::span<const route> element_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::get, "/element/active", required, active_element},
        route{verb::get, "/element/:id/name", required, element_name},
        route{verb::get, "/element/:id/attribute/:name", required, element_attribute},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
