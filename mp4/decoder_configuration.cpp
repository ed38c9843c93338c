#include "mp4/decoder_configuration.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace thimble::mp4 {

namespace {

constexpr std::uint8_t video_set = 32;
constexpr std::uint8_t sequence_set = 33;
constexpr std::uint8_t picture_set = 34;
constexpr std::size_t fixed_bytes = 23; // of a record, before its arrays
constexpr std::size_t longest_set = 4096;
constexpr std::size_t shortest_set = 3; // a header and something

std::uint8_t type_of(std::span<const std::byte> unit)
{
    return static_cast<std::uint8_t>(std::to_integer<unsigned>(unit[0]) >> 1U & 0x3FU);
}

bool is_set(std::span<const std::byte> unit, std::uint8_t type)
{
    return unit.size() >= shortest_set && unit.size() <= longest_set && type_of(unit) == type;
}

/// Of one unit, and complete: none of this type is in the samples.
void put_array(box_writer& to, std::uint8_t type, std::span<const std::byte> unit)
{
    to.put8(static_cast<std::uint8_t>(0x80U | type));
    to.put16(1);
    to.put16(static_cast<std::uint16_t>(unit.size()));
    to.put(unit);
}

std::string hexadecimal_number(std::uint32_t value)
{
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
    std::string out(digits.data(), end);
    for (auto& each : out)
        each = each >= 'a' ? static_cast<char>(each - 'a' + 'A') : each;
    return out;
}

std::uint32_t in_reverse(std::uint32_t flags)
{
    std::uint32_t out = 0;
    for (int bit = 0; bit < 32; ++bit) {
        out = out << 1U | (flags & 1U);
        flags >>= 1U;
    }
    return out;
}

/// Bytes that are taken from the front, as long as there are so many.
class front {
public:
    explicit front(std::span<const std::byte> of) : rest_(of) {}

    std::optional<std::span<const std::byte>> take(std::size_t count)
    {
        if (count > rest_.size())
            return std::nullopt;
        const auto out = rest_.first(count);
        rest_ = rest_.subspan(count);
        return out;
    }

    /// At most two bytes.
    std::optional<std::size_t> number(std::size_t length)
    {
        const auto digits = take(length);
        if (!digits)
            return std::nullopt;
        std::size_t out = 0;
        for (const auto each : *digits)
            out = out << 8U | std::to_integer<std::size_t>(each);
        return out;
    }

private:
    std::span<const std::byte> rest_;
};

/// The first sequence parameter set; nothing where the record breaks off before it.
std::optional<std::span<const std::byte>> sequence_set_in(std::span<const std::byte> arrays)
{
    front from(arrays);
    const auto count = from.number(1);
    for (std::size_t array = 0; count && array < *count; ++array) {
        const auto type = from.number(1);
        const auto units = from.number(2);
        for (std::size_t each = 0; units && each < *units; ++each) {
            const auto length = from.number(2);
            const auto unit = length ? from.take(*length) : std::nullopt;
            if (!unit)
                return std::nullopt;
            if ((*type & 0x3FU) == sequence_set && is_set(*unit, sequence_set))
                return unit;
        }
        if (!units)
            return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::expected<bytes, std::string> decoder_configuration(const parameter_sets& of)
{
    if (!is_set(of.video, video_set) || !is_set(of.sequence, sequence_set) ||
        !is_set(of.picture, picture_set))
        return std::unexpected("a parameter set is missing, or is another one");
    const auto read = read_picture_parameters(of.sequence);
    if (!read)
        return std::unexpected(read.error());
    const auto& shape = read->profile;
    bytes out;
    box_writer to(out);
    to.put8(1); // of the record
    to.put8(static_cast<std::uint8_t>(unsigned{shape.space} << 6U | (shape.high_tier ? 0x20U : 0U) |
                                      shape.idc));
    to.put32(shape.compatibility);
    for (const auto each : shape.constraints)
        to.put8(each);
    to.put8(shape.level);
    to.put16(0xF000); // no smallest part of a picture
    to.put8(0xFC);    // not said how it can be decoded in parallel
    to.put8(static_cast<std::uint8_t>(0xFCU | read->chroma_format));
    to.put8(static_cast<std::uint8_t>(0xF8U | (read->luma_bits - 8U)));
    to.put8(static_cast<std::uint8_t>(0xF8U | (read->chroma_bits - 8U)));
    to.put16(0); // pictures a second: any
    to.put8(static_cast<std::uint8_t>(unsigned{read->temporal_layers} << 3U |
                                      (read->temporal_nesting ? 0x04U : 0U) | 0x03U));
    to.put8(3);
    put_array(to, video_set, of.video);
    put_array(to, sequence_set, of.sequence);
    put_array(to, picture_set, of.picture);
    return out;
}

std::string codec_name(const profile& of)
{
    constexpr std::array<std::string_view, 4> spaces{"", "A", "B", "C"};
    std::string out = "hvc1.";
    out += spaces.at(of.space & 3U);
    out += std::to_string(of.idc);
    out += '.';
    out += hexadecimal_number(in_reverse(of.compatibility));
    out += of.high_tier ? ".H" : ".L";
    out += std::to_string(of.level);
    std::size_t told = of.constraints.size(); // zeros at the end are left out
    while (told > 0 && of.constraints.at(told - 1) == 0)
        --told;
    for (std::size_t each = 0; each < told; ++each) {
        out += '.';
        out += hexadecimal_number(of.constraints.at(each));
    }
    return out;
}

std::expected<picture_parameters, std::string> read_configuration(std::span<const std::byte> record)
{
    if (record.size() < fixed_bytes || record[0] != std::byte{1})
        return std::unexpected("no decoder configuration of HEVC");
    if ((record[21] & std::byte{3}) != std::byte{3})
        return std::unexpected("lengths of its units have other than four bytes");
    const auto set = sequence_set_in(record.subspan(fixed_bytes - 1));
    if (!set)
        return std::unexpected("a decoder configuration without a sequence parameter set");
    return read_picture_parameters(*set);
}

} // namespace thimble::mp4
