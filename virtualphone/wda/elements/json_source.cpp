#include "virtualphone/wda/elements/json_source.hpp"

#include <cctype>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

const char* flag(bool set)
{
    return set ? "1" : "0";
}

/// Flags have an "is" before their names, other attributes do not.
class attribute_writer {
public:
    attribute_writer(json& to, const attribute_names& excluded) : to_(to), excluded_(excluded) {}

    void text(std::string_view name, json value)
    {
        if (!excluded_.contains(name))
            to_[std::string(name)] = std::move(value);
    }

    void flag_of(std::string_view name, bool set)
    {
        std::string key = "is" + std::string(name);
        key[2] = static_cast<char>(std::toupper(static_cast<unsigned char>(key[2])));
        if (!excluded_.contains(name))
            to_[key] = flag(set);
    }

private:
    json& to_;
    const attribute_names& excluded_;
};

void add_details(const element& node, attribute_writer& to)
{
    to.text("nativeFrame", frame_text(node.frame));
    to.text("traits", traits_of(node));
    if (takes_text(node))
        to.text("placeholderValue", text_or_null(node.placeholder));
}

json json_attributes_of(const element& node,
                        const runner_profile& release,
                        const attribute_names& excluded)
{
    const auto whole = [](double points) { return std::lround(points); };
    json all{{"type", node.type},
             {"rawIdentifier", text_or_null(node.identifier)},
             {"name", text_or_null(name_of(node))},
             {"value", text_or_null(value_of(node).value_or(""))},
             {"label", text_or_null(node.label)},
             {"rect",
              {{"x", whole(node.frame.x)},
               {"y", whole(node.frame.y)},
               {"width", whole(node.frame.width)},
               {"height", whole(node.frame.height)}}}};
    attribute_writer writer(all, excluded);
    writer.text("frame", frame_text(node.frame));
    writer.flag_of("enabled", node.enabled);
    writer.flag_of("visible", node.visible);
    writer.flag_of("accessible", node.children.empty());
    writer.flag_of("focused", false);
    if (release.detailed_source)
        add_details(node, writer);
    if (release.custom_actions_in_source) {
        all["customActions"] = nullptr;
        writer.flag_of("nativeAccessibilityElement", node.children.empty());
    }
    return all;
}

} // namespace

json source_as_json(const element& node,
                    const runner_profile& release,
                    const attribute_names& excluded)
{
    // Excluding attributes came together with the details.
    json out =
        json_attributes_of(node, release, release.detailed_source ? excluded : attribute_names());
    if (node.children.empty())
        return out;
    json children = json::array();
    for (const element& child : node.children)
        children.push_back(source_as_json(child, release, excluded));
    out["children"] = std::move(children);
    return out;
}

} // namespace thimble::virtualphone::wda
