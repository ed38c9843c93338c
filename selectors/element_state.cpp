#include "selectors/element_state.hpp"

#include "selectors/element_kinds.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace thimble::service {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::array switching{"Switch"sv, "Toggle"sv, "CheckBox"sv};
constexpr std::array writable{"TextField"sv, "SecureTextField"sv, "SearchField"sv, "TextView"sv};
constexpr std::array turning{"PickerWheel"sv, "DatePicker"sv, "Picker"sv};
constexpr std::array scrolling{"ScrollView"sv, "Table"sv,   "CollectionView"sv,
                               "WebView"sv,    "Outline"sv, "PageIndicator"sv};
constexpr std::array zooming{"Map"sv, "Image"sv};

bool is_of(std::span<const std::string_view> types, std::string_view type)
{
    return std::ranges::find(types, type) != types.end();
}

} // namespace

std::optional<bool> switched_on(const screen_element& element)
{
    if (!is_of(switching, element.type))
        return std::nullopt;
    if (element.value == "1" || element.value == "true")
        return true;
    if (element.value == "0" || element.value == "false")
        return false;
    return std::nullopt;
}

/// The runner gives a button that is selected the value "1", and newer ones name the trait.
bool is_selected(const screen_element& element)
{
    return std::ranges::find(element.traits, "Selected") != element.traits.end() ||
           (element.type == "Button" && element.value == "1");
}

std::vector<std::string_view> actions_on(std::string_view type, bool enabled)
{
    if (!enabled)
        return {};
    if (is_of(writable, type))
        return {"tap", "type"};
    if (type == "Slider")
        return {"drag"};
    if (is_of(turning, type))
        return {"flick"};
    if (type == "Cell" || type == "Icon")
        return {"tap", "tap-and-hold"};
    if (is_interactive(type))
        return {"tap"};
    if (is_of(scrolling, type))
        return {"flick"};
    if (is_of(zooming, type))
        return {"tap", "pinch"};
    return {};
}

} // namespace thimble::service
