// What is on the screen, most useful first: with an alert in front, what belongs to the alert.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/screen_elements.hpp"
#include "selectors/element_kinds.hpp"
#include "selectors/find.hpp"

#include <algorithm>
#include <tuple>

namespace thimble::daemon {

namespace {

/// What somebody who drives the phone looks for first has the smallest: what reacts, has a name,
/// can be seen; keys of a keyboard last among these. Then in reading order.
std::tuple<bool, bool, bool, bool, int, int, std::string_view>
rank(const service::screen_element& one)
{
    const bool named = !one.label.empty() || !one.name.empty();
    const bool reacts = service::is_interactive(one.type) && one.enabled;
    return {!one.visible, one.type == "Key", !reacts, !named, one.y, one.x, one.type};
}

nlohmann::json element_json(const service::screen_element& one)
{
    nlohmann::json record = service::element_record(one);
    record["enabled"] = one.enabled;
    return record;
}

nlohmann::json element_json(const link::coordinate_space& space)
{
    return {{"width", space.size.width},
            {"height", space.size.height},
            {"orientation", screen::to_string(space.turned)}};
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::elements what)
{
    auto seen = co_await read_elements(std::move(on), what);
    if (!seen)
        co_return std::unexpected(std::move(seen.error()));
    std::ranges::sort(seen->elements, {}, rank);
    std::ranges::sort(seen->covered, {}, rank);
    auto records = nlohmann::json::array();
    for (const auto* part : {&seen->elements, &seen->covered})
        for (const auto& one : *part)
            if (std::cmp_less(records.size(), what.limit))
                records.push_back(element_json(one));
    action_result done;
    done.value["elements"] = std::move(records);
    done.value["space"] = element_json(seen->space);
    co_return done;
}

} // namespace thimble::daemon
