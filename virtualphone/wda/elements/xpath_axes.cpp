#include "virtualphone/wda/elements/xpath_axes.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

constexpr std::array axis_names{
    std::pair{std::string_view("ancestor"), xpath_axis::ancestor},
    std::pair{std::string_view("ancestor-or-self"), xpath_axis::ancestor_or_self},
    std::pair{std::string_view("attribute"), xpath_axis::attribute},
    std::pair{std::string_view("child"), xpath_axis::child},
    std::pair{std::string_view("descendant"), xpath_axis::descendant},
    std::pair{std::string_view("descendant-or-self"), xpath_axis::descendant_or_self},
    std::pair{std::string_view("following"), xpath_axis::following},
    std::pair{std::string_view("following-sibling"), xpath_axis::following_sibling},
    std::pair{std::string_view("parent"), xpath_axis::parent},
    std::pair{std::string_view("preceding"), xpath_axis::preceding},
    std::pair{std::string_view("preceding-sibling"), xpath_axis::preceding_sibling},
    std::pair{std::string_view("self"), xpath_axis::self},
};

void spend(const xpath_context& context, std::size_t steps)
{
    if (*context.steps_left < steps)
        throw xpath_error("the query takes too long");
    *context.steps_left -= steps;
}

void add_range(xpath_nodes& to, std::size_t begin, std::size_t end)
{
    for (std::size_t each = begin; each < end; ++each)
        to.push_back({.element = each});
}

void add_children(const xpath_document& document, std::size_t of, xpath_nodes& to)
{
    for (std::size_t each = of + 1; each < document.end(of); each = document.end(each))
        to.push_back({.element = each});
}

/// The nearest first.
xpath_nodes ancestors(const xpath_document& document, std::size_t of)
{
    xpath_nodes found;
    for (auto up = document.parent(of); up; up = document.parent(*up))
        found.push_back({.element = *up});
    return found;
}

xpath_nodes siblings(const xpath_document& document, std::size_t of, bool before)
{
    xpath_nodes all;
    if (const auto parent = document.parent(of))
        add_children(document, *parent, all);
    std::erase_if(all, [&](const xpath_node& each) {
        return before ? each.element >= of : each.element <= of;
    });
    if (before)
        std::ranges::reverse(all);
    return all;
}

/// Before it and not above it, the nearest first.
xpath_nodes preceding(const xpath_document& document, std::size_t of)
{
    xpath_nodes found;
    for (std::size_t each = of; each-- > 1;)
        if (document.end(each) <= of)
            found.push_back({.element = each});
    return found;
}

/// An attribute has nothing but itself and what is above it.
xpath_nodes along_of_attribute(xpath_axis axis, const xpath_document& document, xpath_node node)
{
    xpath_nodes found;
    if (axis == xpath_axis::self || axis == xpath_axis::ancestor_or_self ||
        axis == xpath_axis::descendant_or_self)
        found.push_back(node);
    if (axis == xpath_axis::parent || axis == xpath_axis::ancestor ||
        axis == xpath_axis::ancestor_or_self)
        found.push_back({.element = node.element});
    if (axis == xpath_axis::ancestor || axis == xpath_axis::ancestor_or_self)
        std::ranges::copy(ancestors(document, node.element), std::back_inserter(found));
    return found;
}

xpath_nodes attributes_of(const xpath_document& document, std::size_t of)
{
    xpath_nodes found;
    for (std::size_t each = 1; each <= document.attributes(of).size(); ++each)
        found.push_back({.element = of, .attribute = each});
    return found;
}

/// In the direction of the axis, by which positions are counted.
xpath_nodes along(xpath_axis axis, const xpath_document& document, xpath_node node)
{
    if (node.attribute != 0)
        return along_of_attribute(axis, document, node);
    const std::size_t own = node.element;
    xpath_nodes found;
    switch (axis) {
    case xpath_axis::self:
        return {node};
    case xpath_axis::child:
        add_children(document, own, found);
        return found;
    case xpath_axis::descendant:
        add_range(found, own + 1, document.end(own));
        return found;
    case xpath_axis::descendant_or_self:
        add_range(found, own, document.end(own));
        return found;
    case xpath_axis::following:
        add_range(found, document.end(own), document.size());
        return found;
    case xpath_axis::preceding:
        return preceding(document, own);
    case xpath_axis::following_sibling:
        return siblings(document, own, false);
    case xpath_axis::preceding_sibling:
        return siblings(document, own, true);
    case xpath_axis::attribute:
        return attributes_of(document, own);
    case xpath_axis::parent:
        found = ancestors(document, own);
        found.resize(std::min<std::size_t>(found.size(), 1));
        return found;
    case xpath_axis::ancestor:
        return ancestors(document, own);
    case xpath_axis::ancestor_or_self:
        found = ancestors(document, own);
        found.insert(found.begin(), node);
        return found;
    }
    return found;
}

bool passes(const xpath_step& step, const xpath_document& document, xpath_node node)
{
    if (step.any_node)
        return true;
    const bool document_itself = node.element == 0;
    const bool right_kind = (step.axis == xpath_axis::attribute) == (node.attribute != 0);
    return !document_itself && right_kind && (step.name == "*" || step.name == document.name(node));
}

} // namespace

std::optional<xpath_axis> find_axis(std::string_view name)
{
    const auto* const found =
        std::ranges::find(axis_names, name, [](const auto& each) { return each.first; });
    return found == axis_names.end() ? std::nullopt : std::optional(found->second);
}

xpath_nodes in_order(xpath_nodes nodes)
{
    std::ranges::sort(nodes);
    const auto same = std::ranges::unique(nodes);
    nodes.erase(same.begin(), same.end());
    return nodes;
}

xpath_nodes
filtered(const xpath_nodes& nodes, const xpath_expression& predicate, const xpath_context& context)
{
    xpath_nodes kept;
    for (std::size_t at = 0; at < nodes.size(); ++at) {
        spend(context, 1);
        xpath_context inside = context;
        inside.node = nodes[at];
        inside.position = at + 1;
        inside.size = nodes.size();
        const xpath_value value = predicate(inside);
        const auto* const number = std::get_if<double>(&value);
        if (number ? *number == static_cast<double>(at + 1) : xpath_boolean(value))
            kept.push_back(nodes[at]);
    }
    return kept;
}

xpath_nodes
follow_steps(const std::vector<xpath_step>& steps, xpath_nodes from, const xpath_context& context)
{
    const xpath_document& document = *context.document;
    for (const xpath_step& step : steps) {
        xpath_nodes next;
        for (const xpath_node& node : from) {
            xpath_nodes found = along(step.axis, document, node);
            spend(context, found.size() + 1);
            std::erase_if(found,
                          [&](const xpath_node& each) { return !passes(step, document, each); });
            for (const xpath_expression& predicate : step.predicates)
                found = filtered(found, predicate, context);
            std::ranges::copy(found, std::back_inserter(next));
        }
        from = in_order(std::move(next));
    }
    return from;
}

} // namespace thimble::virtualphone::wda
