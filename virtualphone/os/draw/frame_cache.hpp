// The encoded pictures of the screen, made anew only when the screen has changed.
#pragma once

#include "virtualphone/os/draw/canvas.hpp"
#include "virtualphone/os/model/phone_values.hpp"

#include <cstdint>
#include <functional>

namespace thimble::virtualphone {

class frame_cache {
public:
    using renderer = std::function<canvas()>;

    /// `generation` tells one state of the screen from another.
    encoded_picture png(std::uint64_t generation, const renderer& render);
    encoded_picture jpeg(std::uint64_t generation, int quality, const renderer& render);

private:
    struct entry {
        encoded_picture bytes;
        std::uint64_t generation = 0;
        int quality = 0; // of a JPEG
    };
    entry png_;
    entry jpeg_;
};

} // namespace thimble::virtualphone
