#include "virtualphone/wda/elements/page_source.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>

namespace thimble::virtualphone::wda {

namespace {

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

/// Writes the elements of a tree in the order in which they come.
class xml_writer {
public:
    xml_writer(const runner_profile& release, const attribute_names& excluded)
        : release_(release), excluded_(excluded)
    {
    }

    void append(const element& node, std::size_t depth, std::size_t index)
    {
        const std::string indent(depth * 2, ' ');
        const std::string name = type_name(node);
        text_.append(indent).append("<").append(name);
        append_attributes(node, index);
        if (node.children.empty()) {
            text_ += "/>\n";
            return;
        }
        text_ += ">\n";
        for (std::size_t child = 0; child < node.children.size(); ++child)
            append(node.children[child], depth + 1, child);
        text_.append(indent).append("</").append(name).append(">\n");
    }

    const std::string& text() const { return text_; }

private:
    void attribute(std::string_view name, std::string_view value)
    {
        if (!excluded_.contains(name))
            text_.append(" ").append(name).append("=\"").append(xml_escaped(value)).append("\"");
    }

    void flag(std::string_view name, bool set) { attribute(name, set ? "true" : "false"); }

    void append_attributes(const element& node, std::size_t index)
    {
        attribute("type", type_name(node));
        if (const auto value = value_of(node))
            attribute("value", *value);
        if (!name_of(node).empty())
            attribute("name", name_of(node));
        if (!node.label.empty())
            attribute("label", node.label);
        flag("enabled", node.enabled);
        flag("visible", node.visible);
        flag("accessible", node.children.empty());
        attribute("x", std::to_string(whole(node.frame.x)));
        attribute("y", std::to_string(whole(node.frame.y)));
        attribute("width", std::to_string(whole(node.frame.width)));
        attribute("height", std::to_string(whole(node.frame.height)));
        attribute("index", std::to_string(index));
        if (!release_.detailed_source)
            return;
        if (takes_text(node) && !node.placeholder.empty())
            attribute("placeholderValue", node.placeholder);
        attribute("traits", traits_of(node));
    }

    const runner_profile& release_;
    const attribute_names& excluded_;
    std::string text_;
};

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

std::string source_as_xml(const element& tree,
                          std::string_view scope,
                          const runner_profile& release,
                          const attribute_names& excluded)
{
    std::string root;
    std::ranges::copy_if(scope, std::back_inserter(root),
                         [](unsigned char character) { return std::isalpha(character) != 0; });
    std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    if (!root.empty())
        xml.append("<").append(root).append(">\n");
    xml_writer writer(release, excluded);
    writer.append(tree, root.empty() ? 0 : 1, 0);
    xml += writer.text();
    if (!root.empty())
        xml.append("</").append(root).append(">\n");
    return xml;
}

std::string source_as_description(const element& tree)
{
    std::string text;
    append_description(text, tree, 0);
    return text;
}

} // namespace thimble::virtualphone::wda
