#include "virtualphone/wda/page_source.hpp"

#include "virtualphone/wda/element_attributes.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

long whole(double points)
{
    return std::lround(points);
}

std::string xml_escaped(std::string_view text)
{
    std::string escaped;
    for (const char character : text) {
        switch (character) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        case '\n':
            escaped += "&#10;";
            break;
        case '\t':
            escaped += "&#9;";
            break;
        default:
            if (static_cast<unsigned char>(character) >= 0x20) // others are not allowed in XML
                escaped += character;
        }
    }
    return escaped;
}

void append_attribute(std::string& xml, std::string_view name, std::string_view value)
{
    xml.append(" ").append(name).append("=\"").append(xml_escaped(value)).append("\"");
}

void append_attributes(std::string& xml, const element& node, std::size_t index)
{
    append_attribute(xml, "type", type_name(node));
    if (node.value)
        append_attribute(xml, "value", *node.value);
    if (!name_of(node).empty())
        append_attribute(xml, "name", name_of(node));
    if (!node.label.empty())
        append_attribute(xml, "label", node.label);
    append_attribute(xml, "enabled", node.enabled ? "true" : "false");
    append_attribute(xml, "visible", node.visible ? "true" : "false");
    append_attribute(xml, "accessible", node.children.empty() ? "true" : "false");
    append_attribute(xml, "x", std::to_string(whole(node.frame.x)));
    append_attribute(xml, "y", std::to_string(whole(node.frame.y)));
    append_attribute(xml, "width", std::to_string(whole(node.frame.width)));
    append_attribute(xml, "height", std::to_string(whole(node.frame.height)));
    append_attribute(xml, "index", std::to_string(index));
}

void append_xml(std::string& xml, const element& node, std::size_t depth, std::size_t index)
{
    const std::string indent(depth * 2, ' ');
    const std::string name = type_name(node);
    xml.append(indent).append("<").append(name);
    append_attributes(xml, node, index);
    if (node.children.empty()) {
        xml += "/>\n";
        return;
    }
    xml += ">\n";
    for (std::size_t child = 0; child < node.children.size(); ++child)
        append_xml(xml, node.children[child], depth + 1, child);
    xml.append(indent).append("</").append(name).append(">\n");
}

json text_or_null(const std::string& text)
{
    return text.empty() ? json(nullptr) : json(text);
}

std::string frame_text(const rectangle& frame)
{
    const auto number = [](double value) { return json(value).dump(); };
    return "{{" + number(frame.x) + ", " + number(frame.y) + "}, {" + number(frame.width) + ", " +
           number(frame.height) + "}}";
}

void append_description(std::string& text, const element& node, std::size_t depth)
{
    text.append(depth * 2, ' ').append(node.type).append(", ").append(frame_text(node.frame));
    if (!node.identifier.empty())
        text.append(", identifier: '").append(node.identifier).append("'");
    if (!node.label.empty())
        text.append(", label: '").append(node.label).append("'");
    if (node.value)
        text.append(", value: ").append(*node.value);
    text += '\n';
    for (const element& child : node.children)
        append_description(text, child, depth + 1);
}

} // namespace

std::string source_as_xml(const element& tree, std::string_view scope)
{
    std::string root;
    std::ranges::copy_if(scope, std::back_inserter(root),
                         [](unsigned char character) { return std::isalpha(character) != 0; });
    std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    if (!root.empty())
        xml.append("<").append(root).append(">\n");
    append_xml(xml, tree, root.empty() ? 0 : 1, 0);
    if (!root.empty())
        xml.append("</").append(root).append(">\n");
    return xml;
}

json source_as_json(const element& node)
{
    const rectangle& frame = node.frame;
    json children = json::array();
    for (const element& child : node.children)
        children.push_back(source_as_json(child));
    return {{"type", node.type},
            {"rawIdentifier", text_or_null(node.identifier)},
            {"name", text_or_null(name_of(node))},
            {"value", node.value ? json(*node.value) : json(nullptr)},
            {"label", text_or_null(node.label)},
            {"rect",
             {{"x", whole(frame.x)},
              {"y", whole(frame.y)},
              {"width", whole(frame.width)},
              {"height", whole(frame.height)}}},
            {"frame", frame_text(frame)},
            {"isEnabled", node.enabled ? "1" : "0"},
            {"isVisible", node.visible ? "1" : "0"},
            {"isAccessible", node.children.empty() ? "1" : "0"},
            {"isFocused", "0"},
            {"children", std::move(children)}};
}

std::string source_as_description(const element& tree)
{
    std::string text;
    append_description(text, tree, 0);
    return text;
}

} // namespace thimble::virtualphone::wda
