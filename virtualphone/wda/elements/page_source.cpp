#include "virtualphone/wda/elements/page_source.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace thimble::virtualphone::wda {

namespace {

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
    void append_attributes(const element& node, std::size_t index)
    {
        static const attribute_names detailed{"placeholderValue", "traits"};
        for (const auto& [name, value] : source_attributes(node, index))
            if (!excluded_.contains(name) && (release_.detailed_source || !detailed.contains(name)))
                text_.append(" ")
                    .append(name)
                    .append("=\"")
                    .append(xml_escaped(value))
                    .append("\"");
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
