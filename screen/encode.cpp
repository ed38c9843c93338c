#include "screen/encode.hpp"

#include "screen/jpeg.hpp"
#include "screen/png.hpp"

#include <memory>
#include <new>
#include <webp/encode.h>

namespace thimble::screen {

namespace {

struct webp_freed {
    void operator()(std::uint8_t* owned) const noexcept { WebPFree(owned); }
};

bytes encode_webp(const image& from, int quality)
{
    std::uint8_t* data = nullptr;
    const std::size_t length =
        WebPEncodeRGB(from.pixels().data(), from.size().width, from.size().height,
                      static_cast<int>(from.row_bytes()), static_cast<float>(quality), &data);
    const std::unique_ptr<std::uint8_t, webp_freed> owned(data);
    if (length == 0) // its only failure with sane sizes is memory
        throw std::bad_alloc();
    const auto* first = reinterpret_cast<const std::byte*>(data); // NOLINT(*-reinterpret-cast)
    return {first, first + length};
}

bytes encode_as(const image& from, picture_format format, int quality)
{
    switch (format) {
    case picture_format::jpeg:
        return encode_jpeg(from, quality);
    case picture_format::webp:
        return encode_webp(from, quality);
    case picture_format::png:
        break;
    }
    return encode_png(from);
}

} // namespace

picture encode(const image& from, picture_format format, int quality)
{
    return {.format = format,
            .size = from.size(),
            .data = std::make_shared<const bytes>(encode_as(from, format, quality))};
}

} // namespace thimble::screen
