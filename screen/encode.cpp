#include "screen/encode.hpp"

#include "screen/png.hpp"

#include <memory>
#include <new>
#include <turbojpeg.h>
#include <webp/encode.h>

namespace thimble::screen {

namespace {

template <auto Free>
struct freed_by {
    template <class Pointee>
    void operator()(Pointee* owned) const noexcept
    {
        Free(owned);
    }
};

bytes copy_of(const unsigned char* data, std::size_t length)
{
    const auto* first = reinterpret_cast<const std::byte*>(data); // NOLINT(*-reinterpret-cast)
    return {first, first + length};
}

bytes encode_jpeg(const image& from, int quality)
{
    const std::unique_ptr<void, freed_by<tjDestroy>> encoder(tjInitCompress());
    if (!encoder)
        throw std::bad_alloc();
    unsigned char* data = nullptr;
    unsigned long length = 0;
    const int failed = tjCompress2(encoder.get(), from.pixels().data(), from.size().width,
                                   static_cast<int>(from.row_bytes()), from.size().height, TJPF_RGB,
                                   &data, &length, TJSAMP_420, quality, TJFLAG_FASTDCT);
    const std::unique_ptr<unsigned char, freed_by<tjFree>> owned(data);
    if (failed != 0) // its only failure with sane sizes is memory
        throw std::bad_alloc();
    return copy_of(data, length);
}

bytes encode_webp(const image& from, int quality)
{
    std::uint8_t* data = nullptr;
    const std::size_t length =
        WebPEncodeRGB(from.pixels().data(), from.size().width, from.size().height,
                      static_cast<int>(from.row_bytes()), static_cast<float>(quality), &data);
    const std::unique_ptr<std::uint8_t, freed_by<WebPFree>> owned(data);
    if (length == 0) // its only failure with sane sizes is memory
        throw std::bad_alloc();
    return copy_of(data, length);
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
