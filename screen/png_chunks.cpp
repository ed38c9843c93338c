#include "screen/png_chunks.hpp"

#include "screen/png.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace thimble::screen {

namespace {

constexpr std::array<std::uint8_t, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t header_content_bytes = 13;
constexpr std::size_t size_ends_at = 24;   // signature, length and name of the header, the size
constexpr std::size_t around_content = 12; // length, name and checksum
constexpr std::uint32_t srgb_gamma = 45455;
constexpr std::size_t largest_expansion = 1032; // no compressed byte becomes more than this

std::uint32_t big_endian_32(std::span<const std::byte> at)
{
    std::uint32_t value = 0;
    for (const std::byte part : at.first(4))
        value = (value << 8U) | std::to_integer<std::uint32_t>(part);
    return value;
}

int edge_at(std::span<const std::byte> at)
{
    return static_cast<int>(std::min<std::uint32_t>(big_endian_32(at), 0x7fffffff));
}

std::unexpected<std::string> broken(std::string_view how)
{
    return std::unexpected("broken PNG: " + std::string(how));
}

std::string name_of(const png_chunk& chunk)
{
    std::string name;
    for (const std::byte letter : chunk.covered.first(4))
        name.push_back(std::to_integer<char>(letter));
    return name;
}

bool is_name(std::string_view name)
{
    return std::ranges::all_of(name, [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    });
}

/// Takes one chunk off the front of what is left.
std::expected<png_chunk, std::string> next_chunk(std::span<const std::byte>& left)
{
    if (left.size() < around_content)
        return broken("it ends too early");
    const std::size_t length = big_endian_32(left);
    if (length > left.size() - around_content)
        return broken("a chunk is longer than the picture");
    const png_chunk chunk{.covered = left.subspan(4, 4 + length),
                          .checksum = big_endian_32(left.subspan(8 + length))};
    left = left.subspan(around_content + length);
    return chunk;
}

/// Puts the chunks into a record, one after the other.
class chunk_order {
public:
    std::expected<void, std::string> take(const png_chunk& chunk);
    bool ended() const { return ended_; }
    png_chunks& found() { return found_; }

private:
    std::expected<void, std::string> take_header(const png_chunk& chunk);
    std::expected<void, std::string> take_essential(std::string_view name, const png_chunk& chunk);
    void take_other(std::string_view name, const png_chunk& chunk);

    png_chunks found_;
    bool pixels_ended_ = false;
    bool ended_ = false;
};

std::expected<void, std::string> chunk_order::take(const png_chunk& chunk)
{
    const std::string name = name_of(chunk);
    if (!is_name(name))
        return broken("a chunk has no name");
    if (found_.essential.empty() != (name == "IHDR"))
        return broken("it has no header, or two");
    if (name != "IDAT" && !found_.pixels.empty())
        pixels_ended_ = true;
    if (name == "IHDR")
        return take_header(chunk);
    if (name.front() >= 'A' && name.front() <= 'Z') // a capital: not to be skipped
        return take_essential(name, chunk);
    take_other(name, chunk);
    return {};
}

std::expected<void, std::string> chunk_order::take_header(const png_chunk& chunk)
{
    const auto header = chunk.content();
    if (header.size() != header_content_bytes)
        return broken("its header has the wrong length");
    found_.size = {.width = edge_at(header), .height = edge_at(header.subspan(4))};
    found_.bit_depth = std::to_integer<std::uint8_t>(header[8]);
    found_.color_type = std::to_integer<std::uint8_t>(header[9]);
    const auto methods = header.subspan(10); // of compression, of filters, of interlacing
    if (methods[0] != std::byte{0} || methods[1] != std::byte{0} || methods[2] > std::byte{1})
        return broken("its header names an unknown method");
    found_.interlaced = methods[2] == std::byte{1};
    found_.essential.push_back(chunk);
    return {};
}

std::expected<void, std::string> chunk_order::take_essential(std::string_view name,
                                                             const png_chunk& chunk)
{
    if (name == "IDAT") {
        if (pixels_ended_)
            return broken("another chunk lies between its pixels");
        found_.pixels.push_back(chunk.content());
    } else if (name == "IEND") {
        if (found_.pixels.empty() || !chunk.content().empty())
            return broken("its end is not in order");
        ended_ = true;
    } else if (name != "PLTE") {
        return broken("it has a chunk that is unknown and not to be skipped");
    }
    found_.essential.push_back(chunk);
    return {};
}

void chunk_order::take_other(std::string_view name, const png_chunk& chunk)
{
    const auto content = chunk.content();
    if (name == "gAMA")
        found_.adjusted |= content.size() != 4 || big_endian_32(content) != srgb_gamma;
    else if (name == "tRNS" || name == "cICP")
        found_.adjusted = true;
}

std::size_t channels_of(const png_chunks& chunks)
{
    switch (chunks.color_type) {
    case 2:
        return 3;
    case 4:
        return 2;
    case 6:
        return 4;
    default:
        return 1;
    }
}

/// True where so few compressed bytes can be the picture at all; asked before its pixels get
/// memory.
bool has_enough_pixels(const png_chunks& chunks)
{
    std::size_t compressed = 0;
    for (const auto& part : chunks.pixels)
        compressed += part.size();
    const auto width = static_cast<std::size_t>(chunks.size.width);
    const auto height = static_cast<std::size_t>(chunks.size.height);
    const std::size_t bits = width * height * channels_of(chunks) * chunks.bit_depth;
    return bits / 8 <= compressed * largest_expansion;
}

} // namespace

std::expected<pixel_size, std::string> png_size(std::span<const std::byte> png)
{
    const bool signed_as_png =
        png.size() >= size_ends_at &&
        std::ranges::equal(png.first(signature.size()), signature, {},
                           [](std::byte part) { return std::to_integer<std::uint8_t>(part); });
    if (!signed_as_png)
        return std::unexpected("this is not a PNG picture");
    const pixel_size size{.width = edge_at(png.subspan(16)), .height = edge_at(png.subspan(20))};
    if (size.width < 1 || size.height < 1 || size.width > largest_edge ||
        size.height > largest_edge)
        return std::unexpected("a picture of " + std::to_string(size.width) + " x " +
                               std::to_string(size.height) + " pixels is not a phone's screen");
    return size;
}

std::expected<png_chunks, std::string> read_chunks(std::span<const std::byte> png)
{
    if (const auto claimed = png_size(png); !claimed)
        return std::unexpected(claimed.error());
    auto left = png.subspan(signature.size());
    chunk_order order;
    while (!order.ended()) {
        const auto chunk = next_chunk(left);
        if (!chunk)
            return std::unexpected(chunk.error());
        if (const auto taken = order.take(*chunk); !taken)
            return std::unexpected(taken.error());
    }
    if (!left.empty())
        return broken("bytes follow its end");
    if (!has_enough_pixels(order.found()))
        return broken("it has too few pixels");
    return std::move(order.found());
}

} // namespace thimble::screen
