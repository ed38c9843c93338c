#include "virtualphone/os/draw/frame_cache.hpp"

#include "virtualphone/os/draw/encode.hpp"

#include <utility>
#include <vector>

namespace thimble::virtualphone {
namespace {

encoded_picture shared(std::vector<std::uint8_t> bytes)
{
    return std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
}

} // namespace

encoded_picture frame_cache::png(std::uint64_t generation, const renderer& render)
{
    if (png_.bytes == nullptr || png_.generation != generation) {
        auto drawn = render();
        png_ = {.bytes = shared(encode_png(drawn.look())), .generation = generation};
    }
    return png_.bytes;
}

encoded_picture frame_cache::jpeg(std::uint64_t generation, int quality, const renderer& render)
{
    if (jpeg_.bytes == nullptr || jpeg_.generation != generation || jpeg_.quality != quality) {
        auto drawn = render();
        jpeg_ = {.bytes = shared(encode_jpeg(drawn.look(), quality)),
                 .generation = generation,
                 .quality = quality};
    }
    return jpeg_.bytes;
}

} // namespace thimble::virtualphone
