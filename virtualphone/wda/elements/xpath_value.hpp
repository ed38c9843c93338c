// The four kinds of values of XPath 1.0 and how they become each other.
#pragma once

#include "virtualphone/wda/elements/xpath_document.hpp"

#include <functional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace thimble::virtualphone::wda {

using xpath_nodes = std::vector<xpath_node>; // in the order of the document, each once
using xpath_value = std::variant<xpath_nodes, double, std::string, bool>;

/// The node that an expression is evaluated for, and its place among its like.
struct xpath_context {
    const xpath_document* document = nullptr;
    xpath_node node;
    std::size_t position = 1;
    std::size_t size = 1;
    std::size_t* steps_left = nullptr; // that the whole query may take
};

/// Throws xpath_error when the query cannot be evaluated.
using xpath_expression = std::function<xpath_value(const xpath_context&)>;

class xpath_error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

std::string xpath_string(const xpath_value& value, const xpath_context& context);
double xpath_number(const xpath_value& value, const xpath_context& context);
bool xpath_boolean(const xpath_value& value);
/// Throws xpath_error where the value is none.
const xpath_nodes& xpath_node_set(const xpath_value& value);

enum class xpath_comparison : std::uint8_t { equal, unequal, less, less_or_equal };

/// A set of nodes compares as each of its nodes; one that fits is enough.
bool xpath_compare(xpath_comparison how,
                   const xpath_value& left,
                   const xpath_value& right,
                   const xpath_context& context);

} // namespace thimble::virtualphone::wda
