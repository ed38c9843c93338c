#include "device/media/sequence_parameters.hpp"

#include "device/media/bit_reader.hpp"

namespace thimble::device::media {
namespace {

constexpr std::uint32_t longest_edge = 8192;
constexpr unsigned most_layers = 7;
constexpr unsigned most_sample_bits = 15; // what a configuration of MP4 can say
constexpr unsigned layer_profile_bits = 88;
constexpr unsigned layer_level_bits = 8;

/// Passes over what each lower layer has of its own.
void skip_layers(bit_reader& from, unsigned lower_layers)
{
    if (lower_layers == 0)
        return;
    unsigned to_skip = 0;
    for (unsigned layer = 0; layer < lower_layers; ++layer) {
        to_skip += from.flag() ? layer_profile_bits : 0;
        to_skip += from.flag() ? layer_level_bits : 0;
    }
    from.skip(2 * (8 - lower_layers)); // aligned
    from.skip(to_skip);
}

struct window {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::uint32_t top = 0;
    std::uint32_t bottom = 0;
};

window read_window(bit_reader& from)
{
    window result;
    if (!from.flag())
        return result;
    result.left = from.number();
    result.right = from.number();
    result.top = from.number();
    result.bottom = from.number();
    return result;
}

/// The rest of an edge, 0 where nothing is left. Cuts are in units of `step` pixels.
std::uint32_t
left_over(std::uint32_t edge, std::uint32_t step, std::uint32_t one, std::uint32_t other)
{
    const auto cut = (std::uint64_t{one} + other) * step;
    return cut < edge ? edge - static_cast<std::uint32_t>(cut) : 0;
}

struct size_and_window {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    window cut;
};

bool apply(const size_and_window& read, sequence_parameters& to)
{
    const std::uint32_t across = to.chroma_format == 1 || to.chroma_format == 2 ? 2 : 1;
    const std::uint32_t down = to.chroma_format == 1 ? 2 : 1;
    const auto width = left_over(read.width, across, read.cut.left, read.cut.right);
    const auto height = left_over(read.height, down, read.cut.top, read.cut.bottom);
    to.coded = {.width = static_cast<int>(read.width), .height = static_cast<int>(read.height)};
    to.shown = {.x = static_cast<int>(read.cut.left * across),
                .y = static_cast<int>(read.cut.top * down),
                .width = static_cast<int>(width),
                .height = static_cast<int>(height)};
    return width > 0 && height > 0;
}

} // namespace

std::expected<sequence_parameters, std::string> parse_sequence_parameters(byte_view unit)
{
    const auto content = unescaped(unit);
    bit_reader from(content);
    sequence_parameters result;
    from.skip(4); // the parameters of the video
    result.temporal_layers = from.bits(3) + 1;
    result.layers_are_nested = from.flag();
    if (result.temporal_layers > most_layers)
        return std::unexpected("have too many layers");
    for (auto& each : result.profile)
        each = static_cast<std::byte>(from.bits(8));
    skip_layers(from, result.temporal_layers - 1);
    from.number(); // its own
    result.chroma_format = from.number();
    if (result.chroma_format > 3)
        return std::unexpected("have colours of no known kind");
    if (result.chroma_format == 3)
        from.skip(1); // each colour for itself
    size_and_window read;
    read.width = from.number();
    read.height = from.number();
    if (read.width > longest_edge || read.height > longest_edge)
        return std::unexpected("are of a picture larger than any panel");
    read.cut = read_window(from);
    const auto luma_more = from.number();
    const auto chroma_more = from.number();
    if (from.failed())
        return std::unexpected("are cut off");
    if (luma_more > most_sample_bits - 8 || chroma_more > most_sample_bits - 8)
        return std::unexpected("have samples of too many bits");
    result.luma_bits = luma_more + 8;
    result.chroma_bits = chroma_more + 8;
    if (!apply(read, result))
        return std::unexpected("show nothing");
    return result;
}

} // namespace thimble::device::media
