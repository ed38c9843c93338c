// PNG pictures: whatever comes is read as libpng reads it, or is refused, and what was read can be
// written. The first byte says what follows: a PNG as it is, a PNG whose checksums are put right
// first, or rows with their filters, after a byte each for width and kind.
#include "screen/png.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/screen/libpng_pictures.hpp"
#include "tests/screen/png_parts.hpp"

#include <algorithm>
#include <array>

namespace thimble::fuzz {

namespace {

constexpr int most_pixels_compared = 1 << 20; // a larger picture takes longer than it teaches

/// Rest that a filter leaves of an alpha of 255 whose neighbours are 255, or 0 beyond the picture.
std::uint8_t opaque_after(std::uint8_t filter, unsigned left, unsigned above)
{
    const std::array predicted{0U, left, above, (left + above) / 2, std::max(left, above)};
    return static_cast<std::uint8_t>(255U - predicted.at(filter % predicted.size()));
}

void make_opaque(std::span<std::uint8_t> rows, std::size_t row_bytes)
{
    for (std::size_t row = 0; row + row_bytes <= rows.size(); row += row_bytes)
        for (std::size_t at = 4; at < row_bytes; at += 4)
            rows[row + at] = opaque_after(rows[row], at > 4 ? 255 : 0, row > 0 ? 255 : 0);
}

screen::bytes png_of_rows(std::span<const std::uint8_t> input)
{
    if (input.size() < 2)
        return {};
    const bool has_alpha = (input[1] & 1U) != 0;
    const std::size_t width = 1U + input[0];
    const std::size_t row_bytes = 1 + (width * (has_alpha ? 4U : 3U));
    std::vector<std::uint8_t> rows(input.begin() + 2, input.end());
    const std::size_t height = std::max<std::size_t>(1, rows.size() / row_bytes);
    if ((input[1] & 2U) == 0) // as many bytes as there should be
        rows.resize(height * row_bytes);
    if (has_alpha && (input[1] & 4U) != 0)
        make_opaque(rows, row_bytes);
    const screen::pixel_size size{.width = static_cast<int>(width),
                                  .height = static_cast<int>(height)};
    const std::array chunks{
        test::chunk{.name = "IHDR", .content = test::png_header(size, 8, has_alpha ? 6 : 2)},
        test::chunk{.name = "IDAT", .content = test::zlib_stream(rows)},
        test::chunk{.name = "IEND", .content = {}}};
    return test::png_of(chunks);
}

screen::bytes png_from(std::span<const std::uint8_t> input)
{
    if (input.empty())
        return {};
    const auto rest = std::as_bytes(input.subspan(1));
    switch (input[0] % 3) {
    case 1:
        return test::png_of(test::chunks_of(rest));
    case 2:
        return png_of_rows(input.subspan(1));
    default:
        return {rest.begin(), rest.end()};
    }
}

bool is_same(const screen::image& one, const screen::image& other)
{
    return one.size() == other.size() && std::ranges::equal(one.pixels(), other.pixels());
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    const auto png = fuzz::png_from(std::span(data, size));
    const auto claimed = screen::png_size(png);
    const auto decoded = screen::decode_png(png);
    fuzz::require(claimed || !decoded, "what has no size is no picture");
    if (!decoded) {
        fuzz::require(!decoded.error().empty(), "an error says what is wrong");
        return 0;
    }
    fuzz::require(decoded->size() == *claimed, "a picture is as large as it claims");
    if (claimed->width * claimed->height > fuzz::most_pixels_compared)
        return 0;
    if (const auto expected = test::read_by_libpng(png))
        fuzz::require(fuzz::is_same(*decoded, *expected), "a picture is what libpng reads");
    const auto again = screen::decode_png(screen::encode_png(*decoded));
    fuzz::require(again && fuzz::is_same(*again, *decoded),
                  "a picture that was read can be written");
    return 0;
}
