#include "screen/libpng_decode.hpp"
#include "screen/png.hpp"
#include "screen/png_chunks.hpp"
#include "screen/png_filter.hpp"

#include <algorithm>
#include <cstring>
#include <libdeflate.h>
#include <memory>
#include <new>
#include <optional>

namespace thimble::screen {

namespace {

constexpr std::uint8_t rgb = 2;
constexpr std::uint8_t rgb_with_alpha = 6;

using decompressor =
    std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)>;

/// Bytes that are written before they are read, and are not cleared first.
struct unfilled_bytes {
    explicit unfilled_bytes(std::size_t size)
        : data(std::make_unique_for_overwrite<std::uint8_t[]>(size)), size(size)
    {
    }

    std::unique_ptr<std::uint8_t[]> data;
    std::size_t size;
};

std::unexpected<std::string> broken_pixels(std::string_view how)
{
    return std::unexpected("broken PNG: " + std::string(how));
}

/// True for pictures as phones send them. Everything else is left to libpng.
bool is_plain(const png_chunks& chunks)
{
    return chunks.bit_depth == 8 && !chunks.interlaced && !chunks.adjusted &&
           (chunks.color_type == rgb || chunks.color_type == rgb_with_alpha);
}

bool has_right_checksums(const png_chunks& chunks)
{
    return std::ranges::all_of(chunks.essential, [](const png_chunk& chunk) {
        return libdeflate_crc32(0, chunk.covered.data(), chunk.covered.size()) == chunk.checksum;
    });
}

std::size_t compressed_bytes(const png_chunks& chunks)
{
    std::size_t sum = 0;
    for (const auto& part : chunks.pixels)
        sum += part.size();
    return sum;
}

/// Inflates the pixels to exactly as many bytes as the picture has.
std::expected<unfilled_bytes, std::string> inflated(const png_chunks& chunks,
                                                    std::size_t bytes_wanted)
{
    const std::size_t length = compressed_bytes(chunks);
    auto stream = chunks.pixels.front();
    bytes joined; // only where the stream is in parts
    if (chunks.pixels.size() > 1) {
        joined.reserve(length);
        for (const auto& part : chunks.pixels)
            joined.insert(joined.end(), part.begin(), part.end());
        stream = joined;
    }
    const decompressor with(libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    if (!with)
        throw std::bad_alloc();
    unfilled_bytes result(bytes_wanted);
    const auto done = libdeflate_zlib_decompress(with.get(), stream.data(), stream.size(),
                                                 result.data.get(), result.size, nullptr);
    if (done == LIBDEFLATE_SHORT_OUTPUT)
        return broken_pixels("it has too few pixels");
    if (done == LIBDEFLATE_INSUFFICIENT_SPACE)
        return broken_pixels("it has too many pixels");
    if (done != LIBDEFLATE_SUCCESS)
        return broken_pixels("its pixels cannot be decompressed");
    return result;
}

/// Rows as they were compressed: each begins with the number of its filter.
class filtered_rows {
public:
    filtered_rows(const unfilled_bytes& all, std::size_t row_bytes)
        : all_(all.data.get(), all.size), row_bytes_(row_bytes)
    {
    }

    /// False where a row names a filter that does not exist.
    bool are_known() const
    {
        for (std::size_t at = 0; at < all_.size(); at += row_bytes_ + 1)
            if (all_[at] > static_cast<std::uint8_t>(png_filter::paeth))
                return false;
        return true;
    }

    png_filter filter(std::size_t row) const
    {
        return static_cast<png_filter>(all_[row * (row_bytes_ + 1)]);
    }

    std::span<const std::uint8_t> content(std::size_t row) const
    {
        return all_.subspan((row * (row_bytes_ + 1)) + 1, row_bytes_);
    }

private:
    std::span<const std::uint8_t> all_;
    std::size_t row_bytes_;
};

image rgb_image(const filtered_rows& rows, pixel_size size)
{
    image result(size);
    const std::size_t length = result.row_bytes();
    const std::vector<std::uint8_t> zeros(length);
    std::span<const std::uint8_t> above = zeros;
    for (std::size_t at = 0; at < static_cast<std::size_t>(size.height); ++at) {
        const auto row = result.pixels().subspan(at * length, length);
        unfilter_row(rows.filter(at), 3, rows.content(at), above, row);
        above = row;
    }
    return result;
}

/// Writes the row without its alpha; false if a pixel of it is not opaque.
bool drop_alpha(std::span<const std::uint8_t> row, std::span<std::uint8_t> opaque)
{
    std::uint32_t alphas = 0xff;
    std::size_t to = 0;
    for (std::size_t at = 0; at < row.size(); at += 4, to += 3) {
        std::memcpy(&opaque[to], &row[at], 3);
        alphas &= row[at + 3];
    }
    return alphas == 0xff;
}

/// Nothing where a pixel is not opaque: libpng mixes it with black, in linear light.
std::optional<image> rgba_image(const filtered_rows& rows, pixel_size size)
{
    image result(size);
    const std::size_t length = static_cast<std::size_t>(size.width) * 4;
    std::vector<std::uint8_t> above(length);
    std::vector<std::uint8_t> row(length);
    for (std::size_t at = 0; at < static_cast<std::size_t>(size.height); ++at) {
        unfilter_row(rows.filter(at), 4, rows.content(at), above, row);
        if (!drop_alpha(row, result.pixels().subspan(at * result.row_bytes(), result.row_bytes())))
            return std::nullopt;
        above.swap(row);
    }
    return result;
}

std::expected<image, std::string> decode_plain(std::span<const std::byte> png,
                                               const png_chunks& chunks)
{
    const std::size_t pixel_bytes = chunks.color_type == rgb ? 3 : 4;
    const std::size_t row_bytes = static_cast<std::size_t>(chunks.size.width) * pixel_bytes;
    const auto pixels =
        inflated(chunks, (row_bytes + 1) * static_cast<std::size_t>(chunks.size.height));
    if (!pixels)
        return std::unexpected(pixels.error());
    const filtered_rows rows(*pixels, row_bytes);
    if (!rows.are_known())
        return broken_pixels("a row has an unknown filter");
    if (chunks.color_type == rgb)
        return rgb_image(rows, chunks.size);
    if (auto opaque = rgba_image(rows, chunks.size))
        return std::move(*opaque);
    return decode_with_libpng(png, chunks.size);
}

} // namespace

std::expected<image, std::string> decode_png(std::span<const std::byte> png)
{
    const auto chunks = read_chunks(png);
    if (!chunks)
        return std::unexpected(chunks.error());
    if (!has_right_checksums(*chunks))
        return broken_pixels("a checksum is wrong");
    if (is_plain(*chunks))
        return decode_plain(png, *chunks);
    return decode_with_libpng(png, chunks->size);
}

} // namespace thimble::screen
