// From a selector to one element, the strictest way first. The first way that finds anything
// decides; where several elements fit it equally well none is chosen, since that would be a
// guess.
#include "selectors/find.hpp"

#include "selectors/comparison.hpp"
#include "selectors/selector.hpp"
#include "text/nearest_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <tuple>
#include <vector>

namespace thimble::service {

namespace {

constexpr double confidence_when_hidden = 0.8; // of what is certain otherwise

/// Lead of the best one over the next where texts are merely alike.
constexpr double clear_lead = 0.05;

std::string_view name_shown(const screen_element& element)
{
    if (!element.label.empty())
        return element.label;
    return element.name.empty() ? element.value : element.name;
}

bool fits(const reading& meant, const screen_element& element)
{
    return meant.kind == nullptr || meant.kind->includes(element.type);
}

using likeness_of = double (comparison::*)(const std::string&, const screen_element&);

/// With any text, where the reading has none.
double
likeness(likeness_of how, comparison& on, const reading& meant, const screen_element& element)
{
    if (!fits(meant, element))
        return 0;
    return meant.text.empty() ? 1 : (on.*how)(meant.text, element);
}

bool contains_middle(const screen_element& outer, const screen_element& inner)
{
    const int x = inner.x + (inner.width / 2);
    const int y = inner.y + (inner.height / 2);
    return x >= outer.x && x < outer.x + outer.width && y >= outer.y && y < outer.y + outer.height;
}

/// A cell and the text in it are one thing to whoever looks at them.
bool same_thing(const screen_element& one, const screen_element& other)
{
    return contains_middle(one, other) || contains_middle(other, one);
}

/// The better one of two that are the same thing: what reacts, then what is smaller.
bool stands_for(const screen_element& one, const screen_element& other)
{
    const bool reacts = is_interactive(one.type);
    if (reacts != is_interactive(other.type))
        return reacts;
    return one.width * one.height < other.width * other.height;
}

using matches = std::vector<match>;

/// One match for each thing. Of very many things only so many are compared with each other.
matches one_each(const matches& found)
{
    constexpr std::size_t most_compared = 500;
    matches out;
    for (const match& one : found) {
        const auto near = std::span(out).last(std::min(out.size(), most_compared));
        const auto same = std::ranges::find_if(
            near, [&](const match& each) { return same_thing(*each.element, *one.element); });
        if (same == near.end())
            out.push_back(one);
        else if (stands_for(*one.element, *same->element))
            *same = one;
    }
    return out;
}

/// Those that pass, if any do; else all.
matches preferred(const matches& all, const std::function<bool(const match&)>& passes)
{
    matches some;
    std::ranges::copy_if(all, std::back_inserter(some), passes);
    return some.empty() ? all : some;
}

/// Sort key, from that side; the order in which they are drawn decides between equals.
std::tuple<int, int, const screen_element*> place_from(side from, const match& found)
{
    const screen_element& one = *found.element;
    switch (from) {
    case side::top:
        return {one.y, one.x, &one};
    case side::bottom:
        return {-one.y, -one.x, &one};
    case side::left:
        return {one.x, one.y, &one};
    case side::right:
        break;
    }
    return {-one.x, one.y, &one};
}

void sort_from(side from, matches& found)
{
    std::ranges::sort(found, {}, [from](const match& each) { return place_from(from, each); });
}

matches all_as_good_as(double least, likeness_of how, comparison& on, const reading& meant)
{
    matches out;
    for (const screen_element& each : on.among())
        if (const double alike = likeness(how, on, meant, each); alike >= least)
            out.push_back({.element = &each, .confidence = alike});
    return out;
}

/// Preferences where texts leave it open: visible ones, what reacts, and no key of a keyboard if
/// possible. With a position all of the visible ones are counted, as a person would.
matches narrowed(matches found, const reading& meant)
{
    found = preferred(found, [](const match& each) { return each.element->visible; });
    if (!meant.which) {
        found =
            preferred(found, [](const match& each) { return is_interactive(each.element->type); });
        if (meant.kind == nullptr)
            found = preferred(found, [](const match& each) { return each.element->type != "Key"; });
    }
    return one_each(found);
}

struct decision {
    std::optional<match> chosen;
    bool several = false;
};

match certain(match one)
{
    if (!one.element->visible)
        one.confidence *= confidence_when_hidden;
    return one;
}

decision decide_exact(const reading& meant, comparison& on)
{
    matches found = narrowed(all_as_good_as(exact_likeness, &comparison::exact, on, meant), meant);
    if (meant.which) {
        const auto place = static_cast<std::size_t>(meant.which->number) - 1;
        sort_from(meant.which->from, found);
        if (place < found.size())
            return {.chosen = certain(found[place])};
        return {};
    }
    if (found.size() == 1)
        return {.chosen = certain(found.front())};
    return {.chosen = {}, .several = found.size() > 1};
}

/// Elements without a text of their own are not looked for.
decision decide_by_text(const reading& meant, comparison& on)
{
    return meant.text.empty() ? decision{} : decide_exact(meant, on);
}

/// The one that is clearly more alike than all others, among those that can be seen. Nothing where
/// they are too many to be compared.
decision decide_fuzzy(const reading& meant, comparison& on)
{
    if (meant.quoted || meant.text.empty())
        return {};
    matches found = all_as_good_as(good_likeness, &comparison::likeness, on, meant);
    if (on.exhausted())
        return {};
    std::erase_if(found, [](const match& each) { return !each.element->visible; });
    found = one_each(found);
    if (meant.which) {
        const auto place = static_cast<std::size_t>(meant.which->number) - 1;
        sort_from(meant.which->from, found);
        return place < found.size() ? decision{.chosen = found[place]} : decision{};
    }
    std::ranges::sort(found, std::greater{}, &match::confidence);
    if (found.empty())
        return {};
    const bool clear = found.size() == 1 || found[0].confidence - found[1].confidence >= clear_lead;
    return clear ? decision{.chosen = found.front()} : decision{.chosen = {}, .several = true};
}

/// Of whatever kind it is; where only a kind is wanted, whether it is of that kind.
double likeness_to_any(const reading& meant, comparison& on, const screen_element& element)
{
    if (meant.text.empty())
        return fits(meant, element) ? 1 : 0;
    return on.likeness(meant.text, element);
}

nlohmann::json nearest(const std::vector<reading>& readings, comparison& on)
{
    matches ranked;
    for (const screen_element& each : on.among()) {
        double best = 0;
        for (const reading& meant : readings)
            best = std::max(best, likeness_to_any(meant, on, each));
        if (!name_shown(each).empty())
            ranked.push_back({.element = &each, .confidence = best});
    }
    std::ranges::sort(ranked, {}, [](const match& each) {
        return std::tuple(-each.confidence, !each.element->visible,
                          !is_interactive(each.element->type), each.element);
    });
    auto records = nlohmann::json::array();
    for (const match& each : ranked)
        if (records.size() < most_candidates)
            records.push_back(nlohmann::json(element_record(*each.element)));
    return records;
}

failure not_found(std::string_view selector, bool several, nlohmann::json candidates)
{
    return {.code = "ELEMENT_NOT_FOUND",
            .message = several ? "Several elements fit the selector. Say which: 'the second … from "
                                 "the top', or tap at its place."
                               : "No element on the screen fits the selector; "
                                 "context.candidates has the nearest.",
            .context = {{"selector", selector},
                        {"reason", several ? "ambiguous" : "no_match"},
                        {"candidates", std::move(candidates)}}};
}

using decide = decision (*)(const reading&, comparison&);

/// By the first way that decides anything.
result<match> decided(std::string_view selector,
                      std::span<const screen_element> on_screen,
                      std::span<const decide> ways)
{
    const auto readings = readings_of(selector);
    comparison on(on_screen);
    for (const auto way : ways) {
        for (const reading& meant : readings) {
            const decision made = way(meant, on);
            if (made.chosen)
                return *made.chosen;
            if (made.several)
                return std::unexpected(not_found(selector, true, nearest({meant}, on)));
        }
    }
    return std::unexpected(not_found(selector, false, nearest(readings, on)));
}

} // namespace

result<match> find(std::string_view selector, std::span<const screen_element> on_screen)
{
    return decided(selector, on_screen, std::array<decide, 2>{decide_exact, decide_fuzzy});
}

result<match> find_exactly(std::string_view selector, std::span<const screen_element> on_screen)
{
    return decided(selector, on_screen, std::array<decide, 1>{decide_by_text});
}

failure no_match(std::string_view selector, std::span<const screen_element> on_screen)
{
    comparison on(on_screen);
    return not_found(selector, false, nearest(readings_of(selector), on));
}

nlohmann::ordered_json element_record(const screen_element& element)
{
    nlohmann::ordered_json record;
    record["label"] = name_shown(element);
    record["type"] = element.type;
    record["x"] = element.x;
    record["y"] = element.y;
    record["width"] = element.width;
    record["height"] = element.height;
    return record;
}

nlohmann::ordered_json match_record(const match& found, std::string_view source)
{
    auto record = element_record(*found.element);
    record["source"] = source;
    record["confidence"] = std::round(found.confidence * 100) / 100;
    return record;
}

} // namespace thimble::service
