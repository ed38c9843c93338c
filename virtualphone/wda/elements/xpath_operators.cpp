#include "virtualphone/wda/elements/xpath_operators.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace thimble::virtualphone::wda {

namespace {

template <xpath_comparison How, bool Swapped = false>
xpath_value
compared(const xpath_value& left, const xpath_value& right, const xpath_context& context)
{
    // With sets of nodes on both sides "a > b" is "b < a" as well.
    return Swapped ? xpath_compare(How, right, left, context)
                   : xpath_compare(How, left, right, context);
}

} // namespace

const xpath_operator* find_xpath_operator(std::string_view name)
{
    using enum xpath_comparison;
    static constexpr std::array operators{
        xpath_operator{"or", 0,
                       [](const xpath_value& left, const xpath_value& right, const xpath_context&)
                           -> xpath_value { return xpath_boolean(left) || xpath_boolean(right); }},
        xpath_operator{"and", 1,
                       [](const xpath_value& left, const xpath_value& right, const xpath_context&)
                           -> xpath_value { return xpath_boolean(left) && xpath_boolean(right); }},
        xpath_operator{"=", 2, compared<equal>},
        xpath_operator{"!=", 2, compared<unequal>},
        xpath_operator{"<", 3, compared<less>},
        xpath_operator{"<=", 3, compared<less_or_equal>},
        xpath_operator{">", 3, compared<less, true>},
        xpath_operator{">=", 3, compared<less_or_equal, true>},
        xpath_operator{"+", 4,
                       [](const xpath_value& left, const xpath_value& right,
                          const xpath_context& context) -> xpath_value {
                           return xpath_number(left, context) + xpath_number(right, context);
                       }},
        xpath_operator{"-", 4,
                       [](const xpath_value& left, const xpath_value& right,
                          const xpath_context& context) -> xpath_value {
                           return xpath_number(left, context) - xpath_number(right, context);
                       }},
        xpath_operator{"*", 5,
                       [](const xpath_value& left, const xpath_value& right,
                          const xpath_context& context) -> xpath_value {
                           return xpath_number(left, context) * xpath_number(right, context);
                       }},
        xpath_operator{"div", 5,
                       [](const xpath_value& left, const xpath_value& right,
                          const xpath_context& context) -> xpath_value {
                           return xpath_number(left, context) / xpath_number(right, context);
                       }},
        xpath_operator{"mod", 5,
                       [](const xpath_value& left, const xpath_value& right,
                          const xpath_context& context) -> xpath_value {
                           return std::fmod(xpath_number(left, context),
                                            xpath_number(right, context));
                       }},
    };
    const auto* const found = std::ranges::find(operators, name, &xpath_operator::name);
    return found == operators.end() ? nullptr : found;
}

} // namespace thimble::virtualphone::wda
