#include "screen/png.hpp"
#include "screen/png_rows.hpp"

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

/// A zlib stream, and the room in which it was made.
struct zlib_stream {
    std::unique_ptr<std::uint8_t[]> room;
    std::size_t length = 0;

    std::span<const std::byte> content() const
    {
        return std::as_bytes(std::span(room.get(), length));
    }
};

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

zlib_stream compress_quickly(const filtered_picture& picture)
{
    const std::size_t room = largest_stream(picture.length);
    zlib_stream result{.room = std::make_unique_for_overwrite<std::uint8_t[]>(room)};
    const auto with = std::make_unique_for_overwrite<deflater>();
    auto& stream = with->stream;
    isal_deflate_stateless_init(&stream);
    stream.level = 1;
    stream.level_buf = with->work.data();
    stream.level_buf_size = static_cast<std::uint32_t>(with->work.size());
    stream.gzip_flag = IGZIP_ZLIB;
    stream.end_of_stream = 1;
    stream.next_in = picture.data.get();
    stream.avail_in = static_cast<std::uint32_t>(picture.length);
    stream.next_out = result.room.get();
    stream.avail_out = static_cast<std::uint32_t>(room);
    if (isal_deflate_stateless(&stream) != COMP_OK) // cannot happen with that much room
        throw std::logic_error("ISA-L does not compress");
    result.length = stream.total_out;
    return result;
}

zlib_stream compress_at(int level, const filtered_picture& picture)
{
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> with(
        libdeflate_alloc_compressor(level), libdeflate_free_compressor);
    if (!with)
        throw std::bad_alloc();
    const std::size_t room = libdeflate_zlib_compress_bound(with.get(), picture.length);
    zlib_stream result{.room = std::make_unique_for_overwrite<std::uint8_t[]>(room)};
    result.length = libdeflate_zlib_compress(with.get(), picture.data.get(), picture.length,
                                             result.room.get(), room);
    return result;
}

zlib_stream compressed(const image& from)
{
    const auto picture = filter_rows(from);
    switch (picture.search) {
    case repeat_search::thorough:
        return compress_at(6, picture);
    case repeat_search::fair:
        return compress_at(1, picture);
    case repeat_search::quick:
        break;
    }
    return compress_quickly(picture);
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
    const auto stream = compressed(from);
    const auto header = header_of(from.size());
    const auto signature = std::as_bytes(std::span(png_signature));
    bytes result;
    result.reserve(signature.size() + (bytes_around_content * 3) + header.size() + stream.length);
    result.assign(signature.begin(), signature.end());
    append_chunk(result, "IHDR", header);
    append_chunk(result, "IDAT", stream.content());
    append_chunk(result, "IEND", {});
    return result;
}

std::string_view png_codec()
{
    return "libdeflate and ISA-L";
}

} // namespace thimble::screen
