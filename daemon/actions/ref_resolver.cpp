#include "daemon/actions/ref_resolver.hpp"

#include "daemon/actions/screen_state/element_json.hpp"
#include "daemon/actions/screen_state/front_alert.hpp"
#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/touch_play.hpp"
#include "daemon/report/refusals.hpp"
#include "selectors/find.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

namespace thimble::daemon {

namespace {

/// The part that was seen of it, in the space of the command.
service::screen_element as_seen(const link::seen_element& one)
{
    return {.label = one.label,
            .name = one.identifier,
            .value = {},
            .type = one.type,
            .x = one.x,
            .y = one.y,
            .width = one.width,
            .height = one.height,
            .identifier = one.identifier};
}

bool is_like(const service::screen_element& one, const link::seen_element& wanted)
{
    const auto& label = one.label.empty() ? one.name : one.label;
    return one.type == wanted.type && one.identifier == wanted.identifier && label == wanted.label;
}

bool is_in_place(const service::screen_element& one, const link::seen_element& wanted)
{
    return one.x == wanted.x && one.y == wanted.y && one.width == wanted.width &&
           one.height == wanted.height;
}

using element_span = std::span<const service::screen_element>;

/// The one that is meant: the only one alike, or the one at the same place where there are or were
/// more; nullptr where none is for certain.
const service::screen_element* same_among(element_span all, const link::seen_element& wanted)
{
    std::vector<const service::screen_element*> alike;
    for (const auto& one : all)
        if (is_like(one, wanted))
            alike.push_back(&one);
    const bool named = !wanted.label.empty() || !wanted.identifier.empty();
    if (alike.size() == 1 && wanted.unique && named)
        return alike.front();
    for (const auto* one : alike)
        if (is_in_place(*one, wanted))
            return one;
    return nullptr;
}

refusal not_shown()
{
    return {.why = {.code = "STALE_FRAME",
                    .message = "The screen does not show the element that the ref names, or not "
                               "for certain, so nothing was sent. Read the elements again.",
                    .context = {{"reason", "element_not_shown"}}}};
}

nlohmann::json record_of(const service::screen_element& one)
{
    return service::match_record({.element = &one, .confidence = 1}, "ref");
}

} // namespace

boost::asio::awaitable<std::expected<resolved_element, refusal>>
ref_resolver::resolve(link::seen_element element)
{
    return held_ ? resolve_in_place(std::move(element)) : resolve_in_tree(std::move(element));
}

boost::asio::awaitable<std::expected<resolved_element, refusal>>
ref_resolver::resolve_in_place(link::seen_element element)
{
    const auto seen = as_seen(element);
    const auto at = locate(on_, {.x = seen.x + (seen.width / 2), .y = seen.y + (seen.height / 2)});
    if (!at)
        co_return std::unexpected(at.error());
    if (const auto alert = co_await alert_over(*on_.phone, at->where))
        co_return std::unexpected(
            covered_by(*alert, "Nothing was touched: the element lies under an alert."));
    const auto corner = locate(on_, {.x = seen.x, .y = seen.y});
    if (!corner)
        co_return std::unexpected(corner.error());
    co_return resolved_element{.record = record_of(seen),
                               .middle = at->where,
                               .width = 2 * (at->where.x - corner->where.x),
                               .height = 2 * (at->where.y - corner->where.y),
                               .shown = at->shown};
}

/// An alert that is not in the tree is the system's, over an app.
boost::asio::awaitable<std::optional<refusal>> ref_resolver::read_tree()
{
    auto tree = co_await read_elements(on_, what_, focus::told);
    if (!tree)
        co_return std::move(tree.error());
    if (!tree->has_alert && on_.phone->facts().alert && co_await alert_in_front(*on_.phone)) {
        std::ranges::move(tree->elements, std::back_inserter(tree->covered));
        tree->elements.clear();
    }
    tree_ = std::make_shared<const screen_elements>(std::move(*tree));
    co_return std::nullopt;
}

boost::asio::awaitable<std::expected<resolved_element, refusal>>
ref_resolver::resolve_in_tree(link::seen_element element)
{
    if (tree_ == nullptr)
        if (auto refused = co_await read_tree())
            co_return std::unexpected(std::move(*refused));
    const screen_elements& now = *tree_;
    if (now.app != element.app)
        co_return std::unexpected(not_shown());
    if (const auto* found = same_among(now.elements, element)) {
        const auto middle = now.middle_of(*found);
        const auto size = now.size_of(*found);
        co_return resolved_element{.record = record_of(*found),
                                   .middle = middle,
                                   .width = size.width,
                                   .height = size.height,
                                   .shown = now.shown,
                                   .focused = found->focused};
    }
    if (same_among(now.covered, element) != nullptr)
        if (const auto alert = co_await alert_in_front(*on_.phone))
            co_return std::unexpected(
                covered_by(*alert, "Nothing was touched: the element lies under an alert."));
    co_return std::unexpected(not_shown());
}

} // namespace thimble::daemon
