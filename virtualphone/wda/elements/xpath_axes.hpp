// The directions in which a step of XPath looks for nodes, and the steps themselves.
#pragma once

#include "virtualphone/wda/elements/xpath_value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::wda {

enum class xpath_axis : std::uint8_t {
    ancestor,
    ancestor_or_self,
    attribute,
    child,
    descendant,
    descendant_or_self,
    following,
    following_sibling,
    parent,
    preceding,
    preceding_sibling,
    self
};

/// Nothing where there is none of this name.
std::optional<xpath_axis> find_axis(std::string_view name);

struct xpath_step {
    xpath_axis axis = xpath_axis::child;
    std::string name;                         // "*": every one
    bool any_node = false;                    // node(): the document, too
    std::vector<xpath_expression> predicates; // a number stands for a position
};

/// Follows the steps one after the other, each from all that the one before has found.
xpath_nodes
follow_steps(const std::vector<xpath_step>& steps, xpath_nodes from, const xpath_context& context);

/// Those that the predicate holds for; positions are counted in the order of `nodes`.
xpath_nodes
filtered(const xpath_nodes& nodes, const xpath_expression& predicate, const xpath_context& context);

/// In the order of the document, each once.
xpath_nodes in_order(xpath_nodes nodes);

} // namespace thimble::virtualphone::wda
