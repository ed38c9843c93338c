#include "service/agent/pattern_search.hpp"

#include <algorithm>
#include <ranges>

namespace thimble::service::agent {

pattern_search::pattern_search(std::span<const std::string> patterns)
{
    std::size_t most_states = 1;
    for (const auto& each : patterns)
        most_states += each.size();
    states_.reserve(most_states);
    index number = 0;
    for (const auto& each : patterns)
        add(each, number++);
    set_fallbacks();
}

pattern_search::index pattern_search::successor(index from, unsigned char byte) const
{
    const auto& at = states_[from];
    switch (at.kind) {
    case branching::none:
        return none;
    case branching::one:
        return at.byte == byte ? at.next : none;
    case branching::many:
        return tables_[at.next][byte];
    }
    return none;
}

void pattern_search::connect(index from, unsigned char byte, index to)
{
    auto& at = states_[from];
    if (at.kind == branching::none) {
        at.kind = branching::one;
        at.byte = byte;
        at.next = to;
        return;
    }
    if (at.kind == branching::one) {
        auto& successors = tables_.emplace_back();
        successors.fill(none);
        successors[at.byte] = at.next;
        at.kind = branching::many;
        at.next = static_cast<index>(tables_.size() - 1);
    }
    tables_[at.next][byte] = to;
}

void pattern_search::add(std::string_view pattern, index number)
{
    if (pattern.empty())
        return;
    auto at = root;
    for (const char each : std::views::reverse(pattern)) {
        const auto byte = static_cast<unsigned char>(each);
        auto next = successor(at, byte);
        if (next == none) {
            next = static_cast<index>(states_.size());
            states_.emplace_back();
            connect(at, byte, next);
        }
        at = next;
    }
    if (states_[at].pattern == none)
        states_[at].pattern = number;
}

/// Breadth first: the fallback of a state is nearer to the root than the state itself.
void pattern_search::set_fallbacks()
{
    std::vector<index> order{root};
    order.reserve(states_.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto from = order[place];
        const auto visit = [&](unsigned char byte, index to) {
            set_fallback(from, byte, to);
            order.push_back(to);
        };
        const auto at = states_[from];
        if (at.kind == branching::one)
            visit(at.byte, at.next);
        if (at.kind == branching::many)
            for (std::size_t byte = 0; byte < tables_[at.next].size(); ++byte)
                if (tables_[at.next][byte] != none)
                    visit(static_cast<unsigned char>(byte), tables_[at.next][byte]);
    }
}

void pattern_search::set_fallback(index from, unsigned char byte, index to)
{
    auto& at = states_[to];
    if (from != root) {
        auto shorter = states_[from].fallback;
        while (shorter != root && successor(shorter, byte) == none)
            shorter = states_[shorter].fallback;
        const auto found = successor(shorter, byte);
        at.fallback = found == none ? root : found;
    }
    if (at.pattern == none)
        at.pattern = states_[at.fallback].pattern;
}

pattern_search::findings pattern_search::find(std::string_view text) const
{
    findings out;
    auto at = root;
    for (auto place = text.size(); place > 0; --place) {
        const auto byte = static_cast<unsigned char>(text[place - 1]);
        auto next = successor(at, byte);
        while (next == none && at != root) {
            at = states_[at].fallback;
            next = successor(at, byte);
            ++out.steps;
        }
        at = next == none ? root : next;
        ++out.steps;
        if (states_[at].pattern != none)
            out.hits.push_back({.place = place - 1, .pattern = states_[at].pattern});
    }
    std::ranges::reverse(out.hits);
    return out;
}

} // namespace thimble::service::agent
