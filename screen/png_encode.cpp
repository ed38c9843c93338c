#include "screen/png.hpp"
#include "screen/png_filter.hpp"

#include <array>
#include <isa-l/igzip_lib.h>
#include <libdeflate.h>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>

namespace thimble::screen {

namespace {

constexpr std::array<std::uint8_t, 8> png_signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t bytes_around_content = 12; // length, name and checksum

using unfilled = std::unique_ptr<std::uint8_t[]>; // written before it is read

/// Every row with the number of its filter before it.
struct filtered_pixels {
    unfilled data;
    std::size_t length;
};

filtered_pixels filter_rows(const image& from)
{
    const std::size_t row_bytes = from.row_bytes();
    const auto height = static_cast<std::size_t>(from.size().height);
    filtered_pixels result{.data = nullptr, .length = (row_bytes + 1) * height};
    result.data = std::make_unique_for_overwrite<std::uint8_t[]>(result.length);
    const std::vector<std::uint8_t> zeros(row_bytes);
    std::span<const std::uint8_t> above = zeros;
    std::span<std::uint8_t> to(result.data.get(), result.length);
    for (std::size_t at = 0; at < height; ++at, to = to.subspan(row_bytes + 1)) {
        const auto row = from.pixels().subspan(at * row_bytes, row_bytes);
        to.front() = static_cast<std::uint8_t>(png_filter::up);
        filter_row_up(row, above, to.subspan(1, row_bytes));
        above = row;
    }
    return result;
}

/// ISA-L's state and the room that its level 1 works in; too large for a stack.
struct deflater {
    isal_zstream stream;
    std::array<std::uint8_t, ISAL_DEF_LVL1_DEFAULT> work;
};

/// As much as a zlib stream can need: what does not get smaller is stored, in blocks of 64 KB.
std::size_t largest_stream(std::size_t length)
{
    return length + (((length / 65535) + 1) * 5) + 64;
}

std::span<const std::uint8_t> compress(const filtered_pixels& pixels, std::span<std::uint8_t> into)
{
    const auto with = std::make_unique_for_overwrite<deflater>();
    auto& stream = with->stream;
    isal_deflate_stateless_init(&stream);
    stream.level = 1;
    stream.level_buf = with->work.data();
    stream.level_buf_size = static_cast<std::uint32_t>(with->work.size());
    stream.gzip_flag = IGZIP_ZLIB;
    stream.end_of_stream = 1;
    stream.next_in = pixels.data.get();
    stream.avail_in = static_cast<std::uint32_t>(pixels.length);
    stream.next_out = into.data();
    stream.avail_out = static_cast<std::uint32_t>(into.size());
    if (isal_deflate_stateless(&stream) != COMP_OK) // cannot happen with that much room
        throw std::logic_error("ISA-L does not compress");
    return into.first(stream.total_out);
}

void append_32(bytes& to, std::uint32_t value)
{
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        to.push_back(static_cast<std::byte>(value >> shift));
}

void append_chunk(bytes& to, std::string_view name, std::span<const std::byte> content)
{
    append_32(to, static_cast<std::uint32_t>(content.size()));
    const std::size_t covered = to.size();
    const auto name_bytes = std::as_bytes(std::span(name));
    to.insert(to.end(), name_bytes.begin(), name_bytes.end());
    to.insert(to.end(), content.begin(), content.end());
    append_32(to, libdeflate_crc32(0, &to[covered], to.size() - covered));
}

bytes header_of(pixel_size size)
{
    bytes content;
    append_32(content, static_cast<std::uint32_t>(size.width));
    append_32(content, static_cast<std::uint32_t>(size.height));
    for (const int part : {8, 2, 0, 0, 0}) // 8 bits of RGB; deflate, filters, no interlacing
        content.push_back(static_cast<std::byte>(part));
    return content;
}

} // namespace

bytes encode_png(const image& from)
{
    const auto pixels = filter_rows(from);
    const std::size_t room = largest_stream(pixels.length);
    const auto buffer = std::make_unique_for_overwrite<std::uint8_t[]>(room);
    const auto stream = compress(pixels, {buffer.get(), room});
    const auto header = header_of(from.size());
    const auto signature = std::as_bytes(std::span(png_signature));
    bytes result;
    result.reserve(signature.size() + (bytes_around_content * 3) + header.size() + stream.size());
    result.assign(signature.begin(), signature.end());
    append_chunk(result, "IHDR", header);
    append_chunk(result, "IDAT", std::as_bytes(stream));
    append_chunk(result, "IEND", {});
    return result;
}

std::string_view png_codec()
{
    return "libdeflate and ISA-L";
}

} // namespace thimble::screen
