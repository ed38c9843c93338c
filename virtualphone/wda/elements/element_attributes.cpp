// Attributes as WebDriverAgent derives them from XCUIElements, and the tables of the names that
// it knows.
#include "virtualphone/wda/elements/element_attributes.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace thimble::virtualphone::wda {

using nlohmann::json;

namespace {

/// In the order in which a refusal lists them.
constexpr auto known_attributes =
    std::to_array<std::string_view>({"UID",         "accessibilityContainer",
                                     "accessible",  "customActions",
                                     "enabled",     "focused",
                                     "frame",       "hittable",
                                     "index",       "label",
                                     "maxValue",    "minValue",
                                     "name",        "nativeAccessibilityElement",
                                     "nativeFrame", "placeholderValue",
                                     "rect",        "selected",
                                     "traits",      "type",
                                     "value",       "visible"});

constexpr auto element_types = std::to_array<std::string_view>({"Any",
                                                                "Other",
                                                                "Application",
                                                                "Group",
                                                                "Window",
                                                                "Sheet",
                                                                "Drawer",
                                                                "Alert",
                                                                "Dialog",
                                                                "Button",
                                                                "RadioButton",
                                                                "RadioGroup",
                                                                "CheckBox",
                                                                "DisclosureTriangle",
                                                                "PopUpButton",
                                                                "ComboBox",
                                                                "MenuButton",
                                                                "ToolbarButton",
                                                                "Popover",
                                                                "Keyboard",
                                                                "Key",
                                                                "NavigationBar",
                                                                "TabBar",
                                                                "TabGroup",
                                                                "Toolbar",
                                                                "StatusBar",
                                                                "Table",
                                                                "TableRow",
                                                                "TableColumn",
                                                                "Outline",
                                                                "OutlineRow",
                                                                "Browser",
                                                                "CollectionView",
                                                                "Slider",
                                                                "PageIndicator",
                                                                "ProgressIndicator",
                                                                "ActivityIndicator",
                                                                "SegmentedControl",
                                                                "Picker",
                                                                "PickerWheel",
                                                                "Switch",
                                                                "Toggle",
                                                                "Link",
                                                                "Image",
                                                                "Icon",
                                                                "SearchField",
                                                                "ScrollView",
                                                                "ScrollBar",
                                                                "StaticText",
                                                                "TextField",
                                                                "SecureTextField",
                                                                "DatePicker",
                                                                "TextView",
                                                                "Menu",
                                                                "MenuItem",
                                                                "MenuBar",
                                                                "MenuBarItem",
                                                                "Map",
                                                                "WebView",
                                                                "IncrementArrow",
                                                                "DecrementArrow",
                                                                "Timeline",
                                                                "RatingIndicator",
                                                                "ValueIndicator",
                                                                "SplitGroup",
                                                                "Splitter",
                                                                "RelevanceIndicator",
                                                                "ColorWell",
                                                                "HelpTag",
                                                                "Matte",
                                                                "DockItem",
                                                                "Ruler",
                                                                "RulerMarker",
                                                                "Grid",
                                                                "LevelIndicator",
                                                                "Cell",
                                                                "LayoutArea",
                                                                "LayoutItem",
                                                                "Handle",
                                                                "Stepper",
                                                                "Tab",
                                                                "TouchBar",
                                                                "StatusItem"});

/// WebDriverAgent takes the names of its own properties as well: "wdLabel" is "label".
std::string plain_name(std::string_view name)
{
    if (!name.starts_with("wd"))
        return std::string(name);
    std::string plain(name.substr(2));
    if (!plain.empty() && plain != "UID")
        plain.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(plain.front())));
    return plain;
}

} // namespace

json text_or_null(const std::string& text)
{
    return text.empty() ? json(nullptr) : json(text);
}

std::string frame_text(const rectangle& frame)
{
    return fmt::format("{{{{{}, {}}}, {{{}, {}}}}}", frame.x, frame.y, frame.width, frame.height);
}

std::string traits_of(const element& one)
{
    using named = std::pair<std::string_view, std::string_view>;
    static constexpr std::array known{
        named{"Button", "Button"},
        named{"StaticText", "StaticText"},
        named{"Image", "Image"},
        named{"Link", "Link"},
        named{"SearchField", "SearchField"},
        named{"Switch", "Button, ToggleButton"},
        named{"Key", "KeyboardKey"},
        named{"Icon", "Button"},
        named{"Slider", "Adjustable"},
    };
    const auto* const found = std::ranges::find(known, one.type, &named::first);
    std::string traits(found == known.end() ? "" : found->second);
    const auto add = [&](std::string_view more) {
        traits.append(traits.empty() ? "" : ", ").append(more);
    };
    if (one.selected)
        add("Selected");
    if (!one.enabled)
        add("NotEnabled");
    return traits;
}

std::size_t element_count(const element& all)
{
    std::size_t count = 1;
    for (const element& each : all.children)
        count += element_count(each);
    return count;
}

std::string type_name(const element& one)
{
    std::string name = "XCUIElementType";
    std::ranges::copy_if(one.type, std::back_inserter(name), [](char character) {
        return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z');
    });
    return name;
}

bool takes_text(const element& one)
{
    static constexpr std::array<std::string_view, 4> types{"TextView", "TextField", "SearchField",
                                                           "SecureTextField"};
    return std::ranges::find(types, one.type) != types.end();
}

std::optional<std::string> value_of(const element& one)
{
    std::string value = one.value.value_or("");
    if (value.empty() && one.type == "StaticText")
        value = one.label;
    if (value.empty() && takes_text(one))
        value = one.placeholder;
    if (value.empty() && one.type == "Button" && one.selected)
        value = "1";
    return value.empty() ? std::nullopt : std::optional(std::move(value));
}

const std::string& name_of(const element& one)
{
    return one.identifier.empty() ? one.label : one.identifier;
}

bool is_accessible(const element& one)
{
    return one.children.empty();
}

std::vector<source_attribute> source_attributes(const element& one, std::size_t index)
{
    const auto flag = [](bool value) { return value ? "true" : "false"; };
    const auto whole = [](double points) { return std::to_string(std::lround(points)); };
    std::vector<source_attribute> all{{"type", type_name(one)}};
    if (auto value = value_of(one))
        all.emplace_back("value", std::move(*value));
    if (!name_of(one).empty())
        all.emplace_back("name", name_of(one));
    if (!one.label.empty())
        all.emplace_back("label", one.label);
    all.emplace_back("enabled", flag(one.enabled));
    all.emplace_back("visible", flag(one.visible));
    all.emplace_back("accessible", flag(is_accessible(one)));
    all.emplace_back("x", whole(one.frame.x));
    all.emplace_back("y", whole(one.frame.y));
    all.emplace_back("width", whole(one.frame.width));
    all.emplace_back("height", whole(one.frame.height));
    all.emplace_back("index", std::to_string(index));
    if (takes_text(one) && !one.placeholder.empty())
        all.emplace_back("placeholderValue", one.placeholder);
    all.emplace_back("traits", traits_of(one));
    return all;
}

bool knows_attribute(std::string_view name)
{
    return std::ranges::find(known_attributes, plain_name(name)) != known_attributes.end();
}

std::string unknown_attribute(std::string_view name)
{
    std::string text =
        "The attribute '" + std::string(name) + "' is unknown. Valid attribute names are: (";
    for (const std::string_view known : known_attributes)
        text.append("\n    ").append(known);
    return text + "\n)";
}

json attribute_of(const element& one, std::string_view given_name)
{
    const std::string name = plain_name(given_name);
    if (name == "type")
        return type_name(one);
    if (name == "label")
        return text_or_null(one.label);
    if (name == "name")
        return text_or_null(name_of(one));
    if (name == "value")
        return text_or_null(value_of(one).value_or(""));
    if (name == "placeholderValue")
        return text_or_null(one.placeholder);
    if (name == "enabled")
        return one.enabled;
    if (name == "visible" || name == "hittable")
        return one.visible;
    if (name == "accessible")
        return is_accessible(one);
    if (name == "accessibilityContainer")
        return !is_accessible(one);
    if (name == "selected")
        return one.selected;
    if (name == "traits")
        return traits_of(one);
    if (name == "rect")
        return {{"x", std::lround(one.frame.x)},
                {"y", std::lround(one.frame.y)},
                {"width", std::lround(one.frame.width)},
                {"height", std::lround(one.frame.height)}};
    return nullptr;
}

bool is_element_type(std::string_view name)
{
    constexpr std::string_view prefix = "XCUIElementType";
    return name.starts_with(prefix) &&
           std::ranges::find(element_types, name.substr(prefix.size())) != element_types.end();
}

} // namespace thimble::virtualphone::wda
