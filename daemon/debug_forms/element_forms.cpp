// What is on the screen, and touches at it.
#include "daemon/debug_forms/touch_words.hpp"

#include <array>

namespace thimble::daemon {

namespace {

constexpr std::size_t longest_selector = 500; // bytes
constexpr int most_elements = 1000;

parsed_action at_element(std::string_view selector, link::touch what)
{
    if (selector.size() > longest_selector)
        return std::unexpected(fmt::format("SELECTOR is longer than {} bytes", longest_selector));
    return plain(link::touch_element{
        .selector = std::string(selector), .to_selector = {}, .what = std::move(what)});
}

/// What the touch is told stands before the selector, which is the rest of the line.
template <class Touch>
parsed_action read_at_element(words arguments)
{
    auto touch = read_touch<Touch>(arguments.first(arguments.size() - 1));
    if (!touch)
        return std::unexpected(touch.error());
    return at_element(arguments.back(), *touch);
}

/// "FROM -> TO".
parsed_action read_drag(words arguments)
{
    constexpr std::string_view arrow = " -> ";
    const std::string_view text = arguments[0];
    const auto between = text.find(arrow);
    if (between == std::string_view::npos)
        return std::unexpected("There is no ' -> ' between the two selectors");
    return plain(
        link::touch_element{.selector = std::string(text.substr(0, between)),
                            .to_selector = std::string(text.substr(between + arrow.size())),
                            .what = link::drag{}});
}

parsed_action read_elements(words arguments)
{
    link::elements what;
    if (!arguments.empty()) {
        const auto limit = parse_number("LIMIT", arguments[0], 1, most_elements);
        if (!limit)
            return std::unexpected(limit.error());
        what.limit = *limit;
    }
    return plain(what);
}

parsed_action read_find(words arguments)
{
    if (arguments[0].size() > longest_selector)
        return std::unexpected(fmt::format("SELECTOR is longer than {} bytes", longest_selector));
    return plain(link::find_element{.selector = std::string(arguments[0])});
}

constexpr std::array element_form_table{
    form{.name = "elements",
         .arguments = "[LIMIT]",
         .effect = "List what is on the screen, 100 unless told",
         .read = read_elements},
    form{.name = "find",
         .arguments = "SELECTOR…",
         .effect = "Look for an element, touching nothing",
         .read = read_find},
    form{.name = "tap-select",
         .arguments = "SELECTOR…",
         .effect = "Tap at an element: the Save button",
         .read = read_at_element<link::tap>},
    form{.name = "double-tap-select",
         .arguments = "SELECTOR…",
         .effect = "Tap twice at an element",
         .read = read_at_element<link::double_tap>},
    form{.name = "triple-tap-select",
         .arguments = "SELECTOR…",
         .effect = "Tap three times at an element",
         .read = read_at_element<link::triple_tap>},
    form{.name = "tap-and-hold-select",
         .arguments = "DURATION_MS SELECTOR…",
         .effect = "Hold a finger at an element",
         .read = read_at_element<link::tap_and_hold>},
    form{.name = "flick-select",
         .arguments = "DIRECTION SELECTOR…",
         .effect = "Flick at an element",
         .read = read_at_element<link::flick>},
    form{.name = "pinch-select",
         .arguments = "KIND SELECTOR…",
         .effect = "Pinch or rotate at an element",
         .read = read_at_element<link::pinch>},
    form{.name = "drag-select",
         .arguments = "SELECTOR->SELECTOR…",
         .effect = "Drag from an element to another: Item 1 -> Item 3",
         .read = read_drag},
};

} // namespace

std::span<const form> element_forms()
{
    return element_form_table;
}

} // namespace thimble::daemon
