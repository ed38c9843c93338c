// Touches at an element.
#include "service/api/touch_fields.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service::api {

namespace {

parameter selector(std::string name)
{
    constexpr std::int64_t longest_selector = 500; // characters
    return text(std::move(name), 1, longest_selector).needed();
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
action_row row_of(std::vector<parameter> selectors, result<link::action> (*make)(const arguments&))
{
    const std::string name(Touch::name);
    action_row row{.name = name + "/select",
                   .body = std::move(selectors),
                   .make = make,
                   .also = {name + "-select"}};
    std::ranges::move(fields_of<Touch>(), std::back_inserter(row.body));
    return row;
}

template <class Touch>
action_row row_at_element()
{
    return row_of<Touch>({selector("selector")}, make_at_element<Touch>);
}

} // namespace

std::vector<action_row> element_rows()
{
    return {row_at_element<link::tap>(),
            row_at_element<link::double_tap>(),
            row_at_element<link::triple_tap>(),
            row_at_element<link::tap_and_hold>(),
            row_at_element<link::flick>(),
            row_at_element<link::pinch>(),
            row_of<link::drag>({selector("from_selector"), selector("to_selector")}, make_drag)};
}

} // namespace thimble::service::api
