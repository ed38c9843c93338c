#include "hevc/sequence_parameters.hpp"

#include "hevc/bit_reader.hpp"

#include <algorithm>

namespace thimble::hevc {

namespace {

constexpr std::size_t nal_header_bytes = 2;
constexpr std::uint32_t longest_edge = 16'384; // pixels
constexpr unsigned most_sub_layers = 7;
constexpr std::uint32_t most_extra_bits = 7; // of a sample, beyond eight
constexpr std::uint32_t most_chroma_format = 3;

struct sub_layer {
    bool has_profile = false;
    bool has_level = false;
};

profile read_profile(bit_reader& from)
{
    profile out;
    out.space = static_cast<std::uint8_t>(from.bits(2));
    out.high_tier = from.flag();
    out.idc = static_cast<std::uint8_t>(from.bits(5));
    out.compatibility = from.bits(32);
    for (auto& each : out.constraints)
        each = static_cast<std::uint8_t>(from.bits(8));
    out.level = static_cast<std::uint8_t>(from.bits(8));
    return out;
}

/// Those of the layers below the highest are passed over.
void skip_sub_layers(bit_reader& from, unsigned below_highest)
{
    std::array<sub_layer, most_sub_layers> layers{};
    for (unsigned each = 0; each < below_highest; ++each) {
        layers.at(each).has_profile = from.flag();
        layers.at(each).has_level = from.flag();
    }
    if (below_highest > 0)
        from.skip(std::size_t{2} * (8 - below_highest)); // to eight layers
    for (unsigned each = 0; each < below_highest; ++each) {
        if (layers.at(each).has_profile)
            from.skip(88);
        if (layers.at(each).has_level)
            from.skip(8);
    }
}

/// Pieces that are cut off an edge.
struct cut {
    std::uint32_t before = 0;
    std::uint32_t behind = 0;
};

/// Zero where nothing is left. In units of `step` pixels.
std::uint32_t left_over(std::uint32_t coded, cut away, std::uint32_t step)
{
    const auto lost = (std::uint64_t{away.before} + away.behind) * step;
    return lost < coded ? coded - static_cast<std::uint32_t>(lost) : 0;
}

void read_size(bit_reader& from, sequence_parameters& into)
{
    into.coded_width = from.exp_golomb();
    into.coded_height = from.exp_golomb();
    cut beside;
    cut above;
    if (from.flag())
        for (auto* each : {&beside.before, &beside.behind, &above.before, &above.behind})
            *each = from.exp_golomb();
    const std::uint32_t across = into.chroma_format == 1 || into.chroma_format == 2 ? 2 : 1;
    const std::uint32_t down = into.chroma_format == 1 ? 2 : 1;
    into.shown = {.x = beside.before * across,
                  .y = above.before * down,
                  .width = left_over(into.coded_width, beside, across),
                  .height = left_over(into.coded_height, above, down)};
}

bool is_picture(const sequence_parameters& of)
{
    return std::max(of.coded_width, of.coded_height) <= longest_edge && of.shown.width > 0 &&
           of.shown.height > 0;
}

} // namespace

std::expected<sequence_parameters, std::string>
read_sequence_parameters(std::span<const std::byte> unit)
{
    if (unit.size() <= nal_header_bytes || unit.size() > longest_parameter_set)
        return std::unexpected("a parameter set of that length is none");
    bit_reader from(unit.subspan(nal_header_bytes));
    from.skip(4); // the id of the video parameter set
    sequence_parameters out;
    const auto below_highest = from.bits(3);
    if (below_highest >= most_sub_layers)
        return std::unexpected("too many temporal layers");
    out.temporal_layers = static_cast<std::uint8_t>(below_highest + 1);
    out.temporal_nesting = from.flag();
    out.profile = read_profile(from);
    skip_sub_layers(from, below_highest);
    from.exp_golomb(); // its own id
    const auto chroma_format = from.exp_golomb();
    if (chroma_format > most_chroma_format)
        return std::unexpected("no such chroma format");
    out.chroma_format = static_cast<std::uint8_t>(chroma_format);
    if (chroma_format == 3)
        from.skip(1); // each colour for itself
    read_size(from, out);
    const auto luma = from.exp_golomb();
    const auto chroma = from.exp_golomb();
    if (from.exhausted())
        return std::unexpected("the parameter set breaks off");
    if (luma > most_extra_bits || chroma > most_extra_bits)
        return std::unexpected("too many bits in a sample");
    out.luma_bits = static_cast<std::uint8_t>(8 + luma);
    out.chroma_bits = static_cast<std::uint8_t>(8 + chroma);
    if (!is_picture(out))
        return std::unexpected("pictures of that size are none");
    return out;
}

} // namespace thimble::hevc
