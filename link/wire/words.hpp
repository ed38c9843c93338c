// The words that stand for enumerations in messages.
#pragma once

#include "link/command.hpp"
#include "link/delivery.hpp"
#include "link/greeting.hpp"
#include "link/streaming.hpp"

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace thimble::link::wire {

template <class Value>
concept enumeration = std::is_enum_v<Value>;

// The last value of each enumeration that stands in messages; the first is 0.
template <enumeration Value>
inline constexpr Value last_of;
template <>
inline constexpr direction last_of<direction> = direction::right;
template <>
inline constexpr speed last_of<speed> = speed::fast;
template <>
inline constexpr pinch_kind last_of<pinch_kind> = pinch_kind::rotate_ccw;
template <>
inline constexpr modifier last_of<modifier> = modifier::command;
template <>
inline constexpr typing_method last_of<typing_method> = typing_method::automatic;
template <>
inline constexpr screen::orientation last_of<screen::orientation> =
    screen::orientation::upside_down;
template <>
inline constexpr screen::picture_format last_of<screen::picture_format> =
    screen::picture_format::webp;
template <>
inline constexpr link::lane last_of<link::lane> = link::lane::reads;
template <>
inline constexpr link::outcome last_of<link::outcome> = link::outcome::unknown;
template <>
inline constexpr effect last_of<effect> = effect::unchanged;
template <>
inline constexpr open_job::stage last_of<open_job::stage> = open_job::stage::finished;
template <>
inline constexpr cancel::kind last_of<cancel::kind> = cancel::kind::stop;
template <>
inline constexpr link::codec last_of<link::codec> = link::codec::hevc;

std::string_view word_of(link::lane value);
std::string_view word_of(effect value);
std::string_view word_of(open_job::stage value);
std::string_view word_of(cancel::kind value);
std::string_view word_of(link::codec value);

/// Of what has a word elsewhere, that one.
template <enumeration Value>
std::string_view word_of(Value value)
{
    return to_string(value);
}

/// Leaves `value` alone where the word stands for nothing.
template <enumeration Value>
bool parse_word(std::string_view word, Value& value)
{
    for (std::size_t at = 0; at <= static_cast<std::size_t>(last_of<Value>); ++at)
        if (word_of(static_cast<Value>(at)) == word) {
            value = static_cast<Value>(at);
            return true;
        }
    return false;
}

} // namespace thimble::link::wire
