// Owner of a turbojpeg handle.
#pragma once

#include "screen/picture.hpp"

#include <expected>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <turbojpeg.h>

namespace thimble::screen::turbojpeg {

struct handle_destroyed {
    void operator()(void* owned) const noexcept { tjDestroy(owned); }
};
using handle = std::unique_ptr<void, handle_destroyed>;

struct buffer_freed {
    void operator()(unsigned char* owned) const noexcept { tjFree(owned); }
};
using buffer = std::unique_ptr<unsigned char, buffer_freed>;

/// Broken pictures end at the first warning, and progressive ones have a sane number of scans.
constexpr int strict = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;

/// Takes what tjInitCompress or tjInitDecompress has given, which is nothing when memory runs out.
inline handle owned(tjhandle made)
{
    if (made == nullptr)
        throw std::bad_alloc();
    return handle(made);
}

inline std::unexpected<std::string> broken(const handle& decoder)
{
    return std::unexpected(std::string("broken JPEG: ") + tjGetErrorStr2(decoder.get()));
}

inline const unsigned char* data_of(std::span<const std::byte> jpeg)
{
    return reinterpret_cast<const unsigned char*>(jpeg.data()); // NOLINT(*-reinterpret-cast)
}

inline bytes copy_of(const buffer& encoded, unsigned long length)
{
    const auto* first =
        reinterpret_cast<const std::byte*>(encoded.get()); // NOLINT(*-reinterpret-cast)
    return {first, first + length};
}

} // namespace thimble::screen::turbojpeg
