// Elements on the screen, most useful first: with an alert in front, what belongs to the alert.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/element_json.hpp"
#include "daemon/actions/screen_state/screen_elements.hpp"
#include "selectors/element_kinds.hpp"

#include <algorithm>
#include <tuple>

namespace thimble::daemon {

namespace {

/// An element that somebody who drives the phone looks for first has the smallest: it reacts, has a
/// name, can be seen; keys of a keyboard last among these. Then in reading order.
std::tuple<bool, bool, bool, bool, int, int, std::string_view>
rank(const service::screen_element& one)
{
    const bool named = !one.label.empty() || !one.name.empty();
    const bool reacts = service::is_interactive(one.type) && one.enabled;
    return {!one.visible, one.type == "Key", !reacts, !named, one.y, one.x, one.type};
}

/// Texts of a huge tree, so that the answer fits into a message.
constexpr std::size_t most_told_bytes = 2UL * 1024 * 1024;

std::size_t told_bytes(const service::screen_element& one)
{
    constexpr std::size_t other_fields = 300;
    return one.label.size() + one.name.size() + one.value.size() + one.identifier.size() +
           one.placeholder.size() + other_fields;
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::elements what)
{
    auto seen = co_await read_elements(std::move(on), what, focus::told);
    if (!seen)
        co_return std::unexpected(std::move(seen.error()));
    const auto alike = count_alike(*seen);
    std::ranges::sort(seen->elements, {}, rank);
    std::ranges::sort(seen->covered, {}, rank);
    auto records = nlohmann::json::array();
    std::size_t bytes = 0;
    for (const auto* part : {&seen->elements, &seen->covered})
        for (const auto& one : *part) {
            if (std::cmp_greater_equal(records.size(), what.limit) || bytes > most_told_bytes)
                break;
            bytes += told_bytes(one);
            records.push_back(
                element_json(one, alike.at(identity_of(one)), part == &seen->covered));
        }
    action_result done;
    done.value["elements"] = std::move(records);
    done.value["space"] = space_json(seen->space);
    done.value["app"] = seen->app;
    done.value["keyboard"] = seen->has_keyboard;
    done.value["count"] = seen->elements.size() + seen->covered.size();
    co_return done;
}

} // namespace thimble::daemon
