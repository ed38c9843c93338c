#include "device/media/video_formats.hpp"

#include "device/media/big_endian.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace thimble::device::media {
namespace {

constexpr unsigned bytes_of_length = 4;
constexpr std::array kinds_of_set{nal::video_parameters, nal::sequence_parameters,
                                  nal::picture_parameters};

bool is_of(const bytes& set, unsigned type)
{
    return nal_type(set) == type;
}

/// With its bits in the opposite order.
std::uint32_t reversed(std::uint32_t value)
{
    std::uint32_t result = 0;
    for (unsigned bit = 0; bit < 32; ++bit)
        result |= ((value >> bit) & 1U) << (31U - bit);
    return result;
}

/// In capital letters and without zeros before it, as codec names have it.
std::string hexadecimal(std::uint32_t value)
{
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
    std::string result(digits.data(), end);
    for (auto& each : result)
        if (each >= 'a')
            each = static_cast<char>(each - 'a' + 'A');
    return result;
}

void append_sets(bytes& to, unsigned type, const std::vector<bytes>& sets)
{
    const auto of_type = [type](const bytes& each) { return is_of(each, type); };
    append_u8(to, 0x80U | type); // all of them are here, and none in the stream
    append_u16(to, static_cast<unsigned>(std::ranges::count_if(sets, of_type)));
    for (const auto& each : sets) {
        if (!of_type(each))
            continue;
        append_u16(to, static_cast<unsigned>(each.size()));
        to.insert(to.end(), each.begin(), each.end());
    }
}

} // namespace

bytes decoder_configuration(const sequence_parameters& of, const std::vector<bytes>& sets)
{
    bytes result;
    append_u8(result, 1); // the record's version
    result.insert(result.end(), of.profile.begin(), of.profile.end());
    append_u16(result, 0xf000); // nothing is known of segments
    append_u8(result, 0xfc);    // nor of what can be decoded side by side
    append_u8(result, 0xfcU | of.chroma_format);
    append_u8(result, 0xf8U | (of.luma_bits - 8));
    append_u8(result, 0xf8U | (of.chroma_bits - 8));
    append_u16(result, 0); // pictures a second: unknown
    append_u8(result, (of.temporal_layers << 3U) | (of.layers_are_nested ? 4U : 0U) |
                          (bytes_of_length - 1));
    append_u8(result, static_cast<unsigned>(kinds_of_set.size()));
    for (const auto type : kinds_of_set)
        append_sets(result, type, sets);
    return result;
}

std::string codec_string(const sequence_parameters& of)
{
    const auto first = std::to_integer<unsigned>(of.profile[0]);
    const auto space = first >> 6U;
    const bool high_tier = (first & 0x20U) != 0;
    std::string result = "hvc1.";
    if (space > 0)
        result.push_back(static_cast<char>('A' + space - 1));
    result += std::to_string(first & 0x1fU) + '.' + hexadecimal(reversed(read_u32(of.profile, 1))) +
              (high_tier ? ".H" : ".L") + std::to_string(std::to_integer<unsigned>(of.profile[11]));
    const auto constraints = std::span(of.profile).subspan(5, 6);
    const auto last = std::ranges::find_if(constraints.rbegin(), constraints.rend(),
                                           [](std::byte each) { return each != std::byte{}; });
    const auto count = static_cast<std::size_t>(constraints.rend() - last);
    for (const auto each : constraints.first(count))
        result += '.' + hexadecimal(std::to_integer<unsigned>(each));
    return result;
}

std::expected<std::shared_ptr<const video_format>, std::string>
format_of(std::vector<bytes> parameter_sets)
{
    if (parameter_sets.size() > most_parameter_sets ||
        std::ranges::any_of(parameter_sets,
                            [](const bytes& each) { return each.size() > longest_parameter_set; }))
        return std::unexpected("the stream has too many parameters");
    for (const auto type : kinds_of_set)
        if (std::ranges::none_of(parameter_sets,
                                 [type](const bytes& each) { return is_of(each, type); }))
            return std::unexpected("the stream lacks parameters");
    const auto sequence = std::ranges::find_if(
        parameter_sets, [](const bytes& each) { return is_of(each, nal::sequence_parameters); });
    const auto parsed = parse_sequence_parameters(*sequence);
    if (!parsed)
        return std::unexpected("the sequence's parameters " + parsed.error());
    auto result = std::make_shared<video_format>();
    result->codec = codec_string(*parsed);
    result->configuration = decoder_configuration(*parsed, parameter_sets);
    result->parameter_sets = std::move(parameter_sets);
    result->coded = parsed->coded;
    result->shown = parsed->shown;
    return result;
}

} // namespace thimble::device::media
