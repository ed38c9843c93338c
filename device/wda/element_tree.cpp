#include "device/wda/element_tree.hpp"

#include "device/text_limit.hpp"
#include "device/wda/runner/envelope.hpp"
#include "text/ascii.hpp"
#include "text/lists.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::device::wda {
namespace {

using nlohmann::json;

constexpr std::size_t most_traits = 16;
constexpr std::size_t longest_trait = 32; // bytes

constexpr double farthest = 1e6; // points; what claims to be farther away has no place

/// Of the envelope, and two for each element: itself and the list of its children.
constexpr int deepest_json = 2 * deepest_element + 4;

/// Values are texts, or numbers, as a slider's.
std::string text_of(const json& node, std::string_view name)
{
    const json* given = member(node, name);
    if (given != nullptr && given->is_number())
        return given->dump();
    return cut_text(string_member(node, name), longest_element_text);
}

/// Some elements have a type with its platform's prefix.
std::string type_of(const json& node)
{
    constexpr std::string_view prefix = "XCUIElementType";
    auto type = text_of(node, "type");
    if (type.starts_with(prefix))
        type.erase(0, prefix.size());
    return type;
}

/// "0" and "1", from newer runners also false and true.
bool flag_of(const json& node, std::string_view name, bool otherwise)
{
    const json* given = member(node, name);
    if (given == nullptr)
        return otherwise;
    if (given->is_boolean())
        return given->get<bool>();
    if (given->is_number_integer())
        return given->get<int>() != 0;
    const auto text = string_member(node, name);
    return text.empty() ? otherwise : text == "1" || text == "true";
}

double number_of(const json& rectangle, std::string_view name)
{
    const json* given = member(rectangle, name);
    if (given == nullptr || !given->is_number())
        return 0;
    const auto points = given->get<double>();
    return std::abs(points) <= farthest ? points : 0;
}

/// A list of words in one text: "Button, Selected".
std::vector<std::string> traits_in(const json& node)
{
    std::vector<std::string> found;
    const auto all = text_of(node, "traits");
    std::string_view rest = all;
    while (!rest.empty() && found.size() < most_traits) {
        const auto word = service::trim(service::take_until(',', rest));
        if (!word.empty() && word.size() <= longest_trait)
            found.emplace_back(word);
    }
    return found;
}

element element_of(const json& node, int depth)
{
    element out{.type = type_of(node),
                .label = text_of(node, "label"),
                .name = text_of(node, "name"),
                .value = text_of(node, "value"),
                .enabled = flag_of(node, "isEnabled", true),
                .visible = flag_of(node, "isVisible", true),
                .accessible = flag_of(node, "isAccessible", true),
                .focused = flag_of(node, "isFocused", false),
                .depth = depth,
                .identifier = text_of(node, "rawIdentifier"),
                .placeholder = text_of(node, "placeholderValue"),
                .traits = traits_in(node)};
    if (const json* rectangle = member(node, "rect")) {
        out.x = number_of(*rectangle, "x");
        out.y = number_of(*rectangle, "y");
        out.width = number_of(*rectangle, "width");
        out.height = number_of(*rectangle, "height");
    }
    return out;
}

void collect(const json& node, int depth, std::vector<element>& into)
{
    if (!node.is_object() || depth > deepest_element || into.size() >= most_elements)
        return;
    into.push_back(element_of(node, depth));
    const json* children = member(node, "children");
    if (children == nullptr || !children->is_array())
        return;
    for (const json& child : *children)
        collect(child, depth + 1, into);
}

failure malformed_tree()
{
    return {.what = problem::refused,
            .message = "The phone's element tree is not what it should be.",
            .cause = "malformed_answer"};
}

} // namespace

result<element_tree> element_tree_of(const response& answer)
{
    if (answer.status != 200) {
        auto refused = parse_envelope(answer);
        if (refused)
            return std::unexpected(malformed_tree());
        refused.error().phone = reached::nothing; // a read
        return std::unexpected(std::move(refused.error()));
    }
    const auto shallow = [](int depth, json::parse_event_t, json&) {
        return depth <= deepest_json;
    };
    const auto body = json::parse(answer.body, shallow, false);
    const json* root = member(body, "value");
    if (root == nullptr || string_member(*root, "type").empty())
        return std::unexpected(malformed_tree());
    element_tree out{.elements = {}, .session_id = string_member(body, "sessionId")};
    collect(*root, 0, out.elements);
    return out;
}

} // namespace thimble::device::wda
