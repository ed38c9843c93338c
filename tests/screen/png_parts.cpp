#include "tests/screen/png_parts.hpp"

#include <algorithm>
#include <array>
#include <libdeflate.h>
#include <memory>

namespace thimble::test {

namespace {

constexpr std::array<std::uint8_t, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t around_content = 12;

void append_number(screen::bytes& to, std::size_t value)
{
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        to.push_back(static_cast<std::byte>(value >> shift));
}

std::size_t number_at(std::span<const std::byte> at)
{
    std::size_t value = 0;
    for (const std::byte part : at.first(4))
        value = (value << 8U) | std::to_integer<std::size_t>(part);
    return value;
}

} // namespace

std::vector<chunk> chunks_of(std::span<const std::byte> png)
{
    std::vector<chunk> result;
    auto left = png.subspan(std::min(png.size(), signature.size()));
    while (left.size() >= around_content) {
        const std::size_t length = number_at(left);
        if (length > left.size() - around_content)
            break;
        chunk found;
        for (const std::byte letter : left.subspan(4, 4))
            found.name.push_back(std::to_integer<char>(letter));
        const auto content = left.subspan(8, length);
        found.content.assign(content.begin(), content.end());
        result.push_back(std::move(found));
        left = left.subspan(length + around_content);
    }
    return result;
}

screen::bytes png_of(std::span<const chunk> chunks)
{
    const auto first = std::as_bytes(std::span(signature));
    screen::bytes png(first.begin(), first.end());
    for (const auto& part : chunks) {
        append_number(png, part.content.size());
        const std::size_t covered = png.size();
        const auto name = std::as_bytes(std::span(part.name));
        png.insert(png.end(), name.begin(), name.end());
        png.insert(png.end(), part.content.begin(), part.content.end());
        append_number(png, libdeflate_crc32(0, &png[covered], png.size() - covered));
    }
    return png;
}

screen::bytes zlib_stream(std::span<const std::uint8_t> raw)
{
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> with(
        libdeflate_alloc_compressor(6), libdeflate_free_compressor);
    screen::bytes out(libdeflate_zlib_compress_bound(with.get(), raw.size()));
    out.resize(
        libdeflate_zlib_compress(with.get(), raw.data(), raw.size(), out.data(), out.size()));
    return out;
}

screen::bytes png_header(screen::pixel_size size, std::uint8_t bit_depth, std::uint8_t color_type)
{
    screen::bytes content;
    append_number(content, static_cast<std::size_t>(size.width));
    append_number(content, static_cast<std::size_t>(size.height));
    content.push_back(static_cast<std::byte>(bit_depth));
    content.push_back(static_cast<std::byte>(color_type));
    content.resize(content.size() + 3); // deflate, filters, no interlacing
    return content;
}

} // namespace thimble::test
