#include "tests/screen/libpng_pictures.hpp"

#include "screen/png.hpp"

#include <array>
#include <memory>

namespace thimble::test {

namespace {

/// Without an error handler of its own: what libpng cannot write ends the test.
class libpng_writer {
public:
    explicit libpng_writer(screen::bytes& out)
        : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr)),
          info_(png_create_info_struct(png_))
    {
        png_set_write_fn(
            png_, &out,
            [](png_structp writer, png_bytep data, std::size_t length) {
                auto& to = *static_cast<screen::bytes*>(png_get_io_ptr(writer));
                const auto part = std::as_bytes(std::span(data, length));
                to.insert(to.end(), part.begin(), part.end());
            },
            nullptr);
    }
    ~libpng_writer() { png_destroy_write_struct(&png_, &info_); }
    libpng_writer(const libpng_writer&) = delete;
    libpng_writer& operator=(const libpng_writer&) = delete;

    png_structp png() const { return png_; }
    png_infop info() const { return info_; }

private:
    png_structp png_;
    png_infop info_;
};

/// Runs, steps and noise, so that each filter has its turn.
class row_source {
public:
    explicit row_source(std::uint32_t seed) : state_(seed) {}

    std::vector<std::uint8_t> row(std::size_t length)
    {
        above_.resize(length);
        std::vector<std::uint8_t> result(length);
        const std::uint32_t kind = next() % 4;
        for (std::size_t at = 0; at < length; ++at) {
            const auto left = at < 4 ? std::uint32_t{0} : result[at - 4];
            const std::uint32_t noise = next() % 8;
            const std::array<std::uint32_t, 4> values{left + noise, above_[at] + (noise / 7),
                                                      noise * 36, (left + above_[at] + noise) / 2};
            result[at] = static_cast<std::uint8_t>(values.at(kind));
        }
        above_ = result;
        return result;
    }

private:
    std::uint32_t next()
    {
        state_ = (state_ * 1664525U) + 1013904223U;
        return state_ >> 24U;
    }

    std::uint32_t state_;
    std::vector<std::uint8_t> above_;
};

void say_colors(const libpng_writer& to, const png_recipe& recipe)
{
    if (recipe.gamma > 0)
        png_set_gAMA_fixed(to.png(), to.info(), recipe.gamma);
    if (recipe.color_type == PNG_COLOR_TYPE_PALETTE) {
        std::vector<png_color> palette(std::size_t{1} << static_cast<unsigned>(recipe.bit_depth));
        for (std::size_t at = 0; at < palette.size(); ++at)
            palette[at] = {static_cast<png_byte>(at * 7), static_cast<png_byte>(at * 3), 9};
        png_set_PLTE(to.png(), to.info(), palette.data(), static_cast<int>(palette.size()));
    }
    const bool has_alpha = (recipe.color_type & PNG_COLOR_MASK_ALPHA) != 0;
    if (recipe.one_is_clear && !has_alpha) {
        const png_byte half = 128;
        const png_color_16 color{};
        png_set_tRNS(to.png(), to.info(), &half, 1, &color);
    }
}

void write_rows(const libpng_writer& to, const png_recipe& recipe)
{
    row_source source(recipe.seed);
    const bool has_alpha = (recipe.color_type & PNG_COLOR_MASK_ALPHA) != 0;
    const std::size_t pixel_bytes = png_get_channels(to.png(), to.info());
    std::vector<std::vector<std::uint8_t>> rows;
    std::vector<png_bytep> first;
    for (int at = 0; at < recipe.size.height; ++at) {
        auto row = source.row(png_get_rowbytes(to.png(), to.info()));
        if (has_alpha && recipe.opaque && recipe.bit_depth == 8)
            for (std::size_t end = pixel_bytes; end <= row.size(); end += pixel_bytes)
                row[end - 1] = 255;
        rows.push_back(std::move(row));
    }
    for (auto& row : rows)
        first.push_back(row.data());
    png_write_image(to.png(), first.data());
}

} // namespace

screen::bytes written_by_libpng(const png_recipe& recipe)
{
    screen::bytes out;
    const libpng_writer to(out);
    png_set_filter(to.png(), PNG_FILTER_TYPE_BASE, recipe.filters);
    png_set_compression_buffer_size(to.png(), recipe.part);
    png_set_IHDR(to.png(), to.info(), static_cast<png_uint_32>(recipe.size.width),
                 static_cast<png_uint_32>(recipe.size.height), recipe.bit_depth, recipe.color_type,
                 recipe.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    say_colors(to, recipe);
    png_write_info(to.png(), to.info());
    write_rows(to, recipe);
    png_write_end(to.png(), nullptr);
    return out;
}

screen::bytes written_by_libpng(const screen::image& picture)
{
    screen::bytes out;
    const libpng_writer to(out);
    png_set_IHDR(to.png(), to.info(), static_cast<png_uint_32>(picture.size().width),
                 static_cast<png_uint_32>(picture.size().height), 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(to.png(), to.info());
    for (std::size_t at = 0; at < picture.pixels().size(); at += picture.row_bytes())
        png_write_row(to.png(), &picture.pixels()[at]);
    png_write_end(to.png(), nullptr);
    return out;
}

std::optional<screen::image> read_by_libpng(std::span<const std::byte> png)
{
    const auto size = screen::png_size(png);
    if (!size)
        return std::nullopt;
    png_image handle{};
    handle.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&handle, png.data(), png.size()) == 0)
        return std::nullopt;
    handle.format = PNG_FORMAT_RGB;
    screen::image result(*size);
    const png_color black{};
    const bool read =
        png_image_finish_read(&handle, &black, result.pixels().data(), 0, nullptr) != 0;
    png_image_free(&handle);
    return read ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace thimble::test
