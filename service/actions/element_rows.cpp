// Touches at an element.
#include "service/actions/touch_fields.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service::api {

namespace {

parameter selector(std::string name, std::string example)
{
    constexpr std::int64_t longest_selector = 500; // characters
    return text(std::move(name), 1, longest_selector)
        .needed()
        .such_as(std::move(example))
        .means("The element as a person would name it.");
}

template <class Touch>
result<link::action> make_at_element(const arguments& given)
{
    return link::touch_element{
        .selector = given.text("selector"), .to_selector = {}, .what = touch_of<Touch>(given)};
}

result<link::action> make_drag(const arguments& given)
{
    return link::touch_element{.selector = given.text("from_selector"),
                               .to_selector = given.text("to_selector"),
                               .what = touch_of<link::drag>(given)};
}

/// "tap/select", and "tap-select" as older clients call it.
template <class Touch>
action_row row_of(std::vector<parameter> selectors,
                  result<link::action> (*make)(const arguments&),
                  std::string summary)
{
    const std::string name(Touch::name);
    action_row row{.name = name + "/select",
                   .body = std::move(selectors),
                   .make = make,
                   .also = {name + "-select"},
                   .documented_as = {.in = chapter::elements,
                                     .summary = std::move(summary),
                                     .answers = {},
                                     .failures = {"ELEMENT_NOT_FOUND"}}};
    std::ranges::move(fields_of<Touch>(), std::back_inserter(row.body));
    return row;
}

/// On a command line the selector is the rest of the line. Before it stands what has to be said of
/// the touch, or what alone can be.
template <class Touch>
action_row row_at_element(std::string summary)
{
    auto row = row_of<Touch>({selector("selector", "the Save button")}, make_at_element<Touch>,
                             std::move(summary));
    row.typed.emplace();
    const auto fields = fields_of<Touch>();
    for (const parameter& each : fields)
        if (each.required || fields.size() == 1)
            row.typed->push_back({.field = each.name, .shown = word_for(each).shown});
    row.typed->push_back({.field = "selector", .shown = "SELECTOR…"});
    return row;
}

/// "Item 1 -> Item 3".
std::expected<nlohmann::json, std::string> read_selectors(std::string_view typed)
{
    constexpr std::string_view arrow = " -> ";
    const auto between = typed.find(arrow);
    if (between == std::string_view::npos)
        return std::unexpected("There is no ' -> ' between the two selectors");
    return nlohmann::json{{"from_selector", typed.substr(0, between)},
                          {"to_selector", typed.substr(between + arrow.size())}};
}

action_row drag_row()
{
    auto row = row_of<link::drag>(
        {selector("from_selector", "first row"), selector("to_selector", "the Archive folder")},
        make_drag, "Drag one element to another");
    row.typed = {
        {.field = "from_selector", .shown = "SELECTOR->SELECTOR…", .read = read_selectors}};
    return row;
}

} // namespace

std::vector<action_row> element_rows()
{
    return {row_at_element<link::tap>("Tap an element"),
            row_at_element<link::double_tap>("Tap an element twice"),
            row_at_element<link::triple_tap>("Tap an element three times"),
            row_at_element<link::tap_and_hold>("Touch and hold an element"),
            row_at_element<link::flick>("Flick an element"),
            row_at_element<link::pinch>("Pinch or rotate an element"),
            drag_row()};
}

} // namespace thimble::service::api
