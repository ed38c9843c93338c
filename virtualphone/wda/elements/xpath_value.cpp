#include "virtualphone/wda/elements/xpath_value.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <type_traits>

namespace thimble::virtualphone::wda {

namespace {

std::string number_text(double number)
{
    if (std::isnan(number))
        return "NaN";
    if (std::isinf(number))
        return number > 0 ? "Infinity" : "-Infinity";
    return fmt::format("{}", number == 0 ? 0 : number);
}

/// Blanks around a number do not matter; anything else makes it none.
double text_number(const std::string& text)
{
    constexpr std::string_view allowed = "0123456789.-";
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos)
        return std::numeric_limits<double>::quiet_NaN();
    const std::string inside = text.substr(first, text.find_last_not_of(blanks) - first + 1);
    char* end = nullptr;
    const double number = std::strtod(inside.c_str(), &end);
    const bool whole = *end == '\0' && inside.find_first_not_of(allowed) == inside.npos;
    return whole ? number : std::numeric_limits<double>::quiet_NaN();
}

template <typename Kind>
bool compare_as(xpath_comparison how, const Kind& left, const Kind& right)
{
    switch (how) {
    case xpath_comparison::equal:
        return left == right;
    case xpath_comparison::unequal:
        return left != right;
    case xpath_comparison::less:
        return left < right;
    case xpath_comparison::less_or_equal:
        return left <= right;
    }
    return false;
}

/// Neither is a set of nodes.
bool compare_plain(xpath_comparison how,
                   const xpath_value& left,
                   const xpath_value& right,
                   const xpath_context& context)
{
    const bool order = how == xpath_comparison::less || how == xpath_comparison::less_or_equal;
    const auto either_is = [&]<typename Kind>(std::type_identity<Kind>) {
        return std::holds_alternative<Kind>(left) || std::holds_alternative<Kind>(right);
    };
    if (!order && either_is(std::type_identity<bool>()))
        return compare_as(how, xpath_boolean(left), xpath_boolean(right));
    if (order || either_is(std::type_identity<double>()))
        return compare_as(how, xpath_number(left, context), xpath_number(right, context));
    return compare_as(how, xpath_string(left, context), xpath_string(right, context));
}

} // namespace

std::string xpath_string(const xpath_value& value, const xpath_context& context)
{
    if (const auto* nodes = std::get_if<xpath_nodes>(&value))
        return nodes->empty() ? std::string() : context.document->value(nodes->front());
    if (const auto* number = std::get_if<double>(&value))
        return number_text(*number);
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    return std::get<std::string>(value);
}

double xpath_number(const xpath_value& value, const xpath_context& context)
{
    if (const auto* number = std::get_if<double>(&value))
        return *number;
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? 1 : 0;
    return text_number(xpath_string(value, context));
}

bool xpath_boolean(const xpath_value& value)
{
    if (const auto* nodes = std::get_if<xpath_nodes>(&value))
        return !nodes->empty();
    if (const auto* number = std::get_if<double>(&value))
        return *number != 0 && !std::isnan(*number);
    if (const auto* text = std::get_if<std::string>(&value))
        return !text->empty();
    return std::get<bool>(value);
}

const xpath_nodes& xpath_node_set(const xpath_value& value)
{
    if (const auto* nodes = std::get_if<xpath_nodes>(&value))
        return *nodes;
    throw xpath_error("a set of nodes is needed where there is none");
}

bool xpath_compare(xpath_comparison how,
                   const xpath_value& left,
                   const xpath_value& right,
                   const xpath_context& context)
{
    const auto* many = std::get_if<xpath_nodes>(&left);
    if (many && std::holds_alternative<bool>(right))
        return compare_plain(how, xpath_boolean(left), right, context);
    if (many) {
        return std::ranges::any_of(*many, [&](const xpath_node& node) {
            return xpath_compare(how, context.document->value(node), right, context);
        });
    }
    if (const auto* others = std::get_if<xpath_nodes>(&right)) {
        if (std::holds_alternative<bool>(left))
            return compare_plain(how, left, xpath_boolean(right), context);
        return std::ranges::any_of(*others, [&](const xpath_node& node) {
            return compare_plain(how, left, context.document->value(node), context);
        });
    }
    return compare_plain(how, left, right, context);
}

} // namespace thimble::virtualphone::wda
