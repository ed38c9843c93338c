#include "hevc/decoder_configuration.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace thimble::hevc {

namespace {

constexpr std::uint8_t video_set = 32;
constexpr std::uint8_t sequence_set = 33;
constexpr std::uint8_t picture_set = 34;
constexpr std::array kinds_of_set{video_set, sequence_set, picture_set};
constexpr std::size_t fixed_bytes = 23; // of a record, before its arrays
constexpr std::size_t shortest_set = 3; // a header and something

std::uint8_t type_of(std::span<const std::byte> unit)
{
    return static_cast<std::uint8_t>(std::to_integer<unsigned>(unit[0]) >> 1U & 0x3FU);
}

bool is_set(std::span<const std::byte> unit, std::uint8_t type)
{
    return unit.size() >= shortest_set && unit.size() <= longest_parameter_set &&
           type_of(unit) == type;
}

void put(bytes& to, std::uint64_t value, unsigned length)
{
    for (unsigned shift = length * 8; shift > 0; shift -= 8)
        to.push_back(static_cast<std::byte>(value >> (shift - 8)));
}

/// Complete: none of this type is in the samples.
void put_sets(bytes& to, std::uint8_t type, std::span<const bytes> sets)
{
    const auto is_of_type = [type](const bytes& each) { return is_set(each, type); };
    put(to, 0x80U | type, 1);
    put(to, static_cast<std::uint64_t>(std::ranges::count_if(sets, is_of_type)), 2);
    for (const auto& each : sets) {
        if (!is_of_type(each))
            continue;
        put(to, each.size(), 2);
        to.insert(to.end(), each.begin(), each.end());
    }
}

void put_profile(bytes& to, const profile& of)
{
    put(to, unsigned{of.space} << 6U | (of.high_tier ? 0x20U : 0U) | of.idc, 1);
    put(to, of.compatibility, 4);
    for (const auto each : of.constraints)
        put(to, each, 1);
    put(to, of.level, 1);
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

std::expected<bytes, std::string> decoder_configuration(std::span<const bytes> sets)
{
    if (sets.size() > most_parameter_sets || std::ranges::any_of(sets, [](const bytes& each) {
            return each.size() > longest_parameter_set;
        }))
        return std::unexpected("there are too many parameter sets, or too long ones");
    for (const auto type : kinds_of_set)
        if (std::ranges::none_of(sets, [type](const bytes& each) { return is_set(each, type); }))
            return std::unexpected("a parameter set is missing");
    const auto read = read_sequence_parameters(
        *std::ranges::find_if(sets, [](const bytes& each) { return is_set(each, sequence_set); }));
    if (!read)
        return std::unexpected(read.error());
    bytes out;
    put(out, 1, 1); // of the record
    put_profile(out, read->profile);
    put(out, 0xF000, 2); // no smallest part of a picture
    put(out, 0xFC, 1);   // not said how it can be decoded in parallel
    put(out, 0xFCU | read->chroma_format, 1);
    put(out, 0xF8U | (read->luma_bits - 8U), 1);
    put(out, 0xF8U | (read->chroma_bits - 8U), 1);
    put(out, 0, 2); // pictures a second: any
    put(out, unsigned{read->temporal_layers} << 3U | (read->temporal_nesting ? 0x04U : 0U) | 0x03U,
        1);
    put(out, kinds_of_set.size(), 1);
    for (const auto type : kinds_of_set)
        put_sets(out, type, sets);
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

std::expected<sequence_parameters, std::string>
read_configuration(std::span<const std::byte> record)
{
    if (record.size() < fixed_bytes || record[0] != std::byte{1})
        return std::unexpected("no decoder configuration of HEVC");
    if ((record[21] & std::byte{3}) != std::byte{3})
        return std::unexpected("lengths of its units have other than four bytes");
    const auto set = sequence_set_in(record.subspan(fixed_bytes - 1));
    if (!set)
        return std::unexpected("a decoder configuration without a sequence parameter set");
    return read_sequence_parameters(*set);
}

} // namespace thimble::hevc
