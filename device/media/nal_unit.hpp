// Units of an HEVC stream (network abstraction layer units, H.265 7.3.1), and what they hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace thimble::device::media {

using bytes = std::vector<std::byte>;
using byte_view = std::span<const std::byte>;

/// Of type and layer, before what the unit holds.
inline constexpr std::size_t nal_header_bytes = 2;

/// Those of its 64 types that are told apart here.
namespace nal {

inline constexpr unsigned first_key_slice = 16; // a picture that needs none before it
inline constexpr unsigned last_key_slice = 21;
inline constexpr unsigned last_slice = 31;
inline constexpr unsigned video_parameters = 32;
inline constexpr unsigned sequence_parameters = 33;
inline constexpr unsigned picture_parameters = 34;
inline constexpr unsigned last_of_stream = 47; // beyond, RFC 7798 has its own:
inline constexpr unsigned aggregation = 48;
inline constexpr unsigned fragment = 49;

constexpr bool is_slice(unsigned type)
{
    return type <= last_slice;
}

constexpr bool is_key_slice(unsigned type)
{
    return type >= first_key_slice && type <= last_key_slice;
}

constexpr bool is_parameter_set(unsigned type)
{
    return type >= video_parameters && type <= picture_parameters;
}

} // namespace nal

/// Nothing for what is too short to be a unit.
std::optional<unsigned> nal_type(byte_view unit);

/// True for the first slice of a picture; `unit` is a slice.
bool begins_picture(byte_view unit);

/// Appends the unit behind its length in four bytes, most significant first.
void append_nal(bytes& to, byte_view unit);

/// Takes the next unit of those that append_nal() has put one behind the other off `from`. Empty
/// at the end, and where a length leads beyond it.
byte_view take_nal(byte_view& from);

} // namespace thimble::device::media
