// The units of HEVC that coded pictures consist of.
#pragma once

#include "virtualphone/media/protocol/bytes.hpp"

#include <expected>
#include <optional>
#include <string>

namespace thimble::virtualphone::media {

namespace nal_type {

inline constexpr unsigned first_key = 16; // broken links, instantaneous refreshes, clean access
inline constexpr unsigned last_key = 21;
inline constexpr unsigned first_other_than_slice = 32;
inline constexpr unsigned video_parameters = 32;
inline constexpr unsigned sequence_parameters = 33;
inline constexpr unsigned picture_parameters = 34;
inline constexpr unsigned delimiter = 35;
inline constexpr unsigned prefix_information = 39;
inline constexpr unsigned suffix_information = 40;
inline constexpr unsigned aggregation = 48; // in RTP
inline constexpr unsigned fragment = 49;    // in RTP

} // namespace nal_type

inline constexpr std::size_t nal_header_size = 2;

inline unsigned type_of(byte_view nal)
{
    return nal.size() < nal_header_size ? nal_type::delimiter : nal[0] >> 1U & 0x3FU;
}

inline bool is_slice(byte_view nal)
{
    return type_of(nal) < nal_type::first_other_than_slice;
}

inline bool is_key(byte_view nal)
{
    return type_of(nal) >= nal_type::first_key && type_of(nal) <= nal_type::last_key;
}

inline bool is_parameter_set(byte_view nal)
{
    return type_of(nal) >= nal_type::video_parameters &&
           type_of(nal) <= nal_type::picture_parameters;
}

/// The first slice of a picture.
bool begins_picture(byte_view slice);

/// The units of a byte stream with start codes (Annex B), as views of it.
std::vector<byte_view> split_units(byte_view stream);

/// Without the bytes that keep start codes from appearing by chance.
bytes without_escapes(byte_view nal);

struct picture_size {
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    friend bool operator==(const picture_size&, const picture_size&) = default;
};

/// The size of the coded pictures, from a set of sequence parameters; nothing when it is none.
std::optional<picture_size> size_in(byte_view sequence_parameters);

/// The pictures that an encoder writes, each as soon as it is complete. The encoder has to put the
/// hash of each picture behind it, which tells that nothing of it follows.
class hashed_picture_reader {
public:
    static constexpr std::size_t longest_picture = std::size_t{8} << 20U;

    void append(byte_view more) { media::append(content_, more); }

    /// The units of the next picture with the parameter sets before it, and without the hash;
    /// nothing while it is not complete. The error says what is wrong.
    std::expected<std::optional<std::vector<bytes>>, std::string> next();

private:
    std::optional<bytes> take_unit();

    bytes content_;            // from the unit on that is being read
    std::size_t scanned_ = 0;  // no start code begins before it
    bool begun_ = false;       // its start code has been read
    std::size_t held_ = 0;     // bytes in `units_`
    std::vector<bytes> units_; // of the picture so far
};

} // namespace thimble::virtualphone::media
