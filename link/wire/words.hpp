// The words that stand for enumerations in messages.
#pragma once

#include "link/command.hpp"
#include "link/delivery.hpp"
#include "link/greeting.hpp"
#include "link/streaming.hpp"
#include "text/enum_words.hpp"

#include <string_view>
#include <type_traits>

// Described here: the room itself uses no Boost.
namespace thimble::screen {
BOOST_DESCRIBE_ENUM(orientation, portrait, landscape_left, landscape_right, upside_down)
BOOST_DESCRIBE_ENUM(picture_format, png, jpeg, webp)
} // namespace thimble::screen

namespace thimble::link::wire {

template <class Value>
concept enumeration = std::is_enum_v<Value>;

/// The word of the REST contract where that has one, else the enumerator's name.
template <enumeration Value>
std::string_view word_of(Value value)
{
    if constexpr (requires { to_string(value); })
        return to_string(value);
    else
        return service::enum_word(value);
}

/// Leaves `value` alone where the word stands for nothing. Stricter than the parsers of REST: one
/// word for each value.
template <enumeration Value>
bool parse_word(std::string_view word, Value& value)
{
    bool known = false;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Value>>([&](const auto& each) {
        if (word_of(each.value) == word) {
            value = each.value;
            known = true;
        }
    });
    return known;
}

} // namespace thimble::link::wire
