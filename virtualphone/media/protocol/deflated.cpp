#include "virtualphone/media/protocol/deflated.hpp"

#include <libdeflate.h>
#include <memory>
#include <new>

namespace thimble::virtualphone::media {
namespace {

constexpr int best_level = 9; // hosts send it, and so does the phone

struct freed {
    void operator()(libdeflate_decompressor* which) const noexcept
    {
        libdeflate_free_decompressor(which);
    }
    void operator()(libdeflate_compressor* which) const noexcept
    {
        libdeflate_free_compressor(which);
    }
};

} // namespace

std::expected<bytes, std::string> inflate(byte_view from, std::size_t largest)
{
    const std::unique_ptr<libdeflate_decompressor, freed> with(libdeflate_alloc_decompressor());
    if (!with)
        throw std::bad_alloc();
    bytes result(largest);
    std::size_t read = 0;
    std::size_t written = 0;
    const auto how = libdeflate_zlib_decompress_ex(with.get(), from.data(), from.size(),
                                                   result.data(), result.size(), &read, &written);
    if (how == LIBDEFLATE_INSUFFICIENT_SPACE)
        return std::unexpected("the description is too long");
    if (how != LIBDEFLATE_SUCCESS || read != from.size())
        return std::unexpected("the description is not deflated, or damaged");
    result.resize(written);
    return result;
}

bytes deflate(byte_view from)
{
    const std::unique_ptr<libdeflate_compressor, freed> with(
        libdeflate_alloc_compressor(best_level));
    if (!with)
        throw std::bad_alloc();
    bytes result(libdeflate_zlib_compress_bound(with.get(), from.size()));
    result.resize(libdeflate_zlib_compress(with.get(), from.data(), from.size(), result.data(),
                                           result.size()));
    return result;
}

std::uint32_t crc32_of(byte_view content)
{
    return libdeflate_crc32(0, content.data(), content.size());
}

} // namespace thimble::virtualphone::media
