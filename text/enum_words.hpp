// The words for the values of an enum that BOOST_DESCRIBE_ENUM describes: its enumerators' names.
#pragma once

#include <boost/describe/enum.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/mp11/algorithm.hpp>

#include <optional>
#include <string_view>

namespace thimble::service {

template <class Enum>
std::string_view enum_word(Enum value)
{
    return boost::describe::enum_to_string(value, "");
}

template <class Enum>
std::optional<Enum> parse_enum_word(std::string_view text)
{
    std::optional<Enum> found;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Enum>>([&](const auto& each) {
        if (text == each.name)
            found = each.value;
    });
    return found;
}

} // namespace thimble::service
