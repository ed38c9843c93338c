// A sequence parameter set in the test's own hands.
#pragma once

#include "hevc/decoder_configuration.hpp"

#include <cstdint>
#include <vector>

namespace thimble::hevc {

struct written_set {
    unsigned layers = 1;
    std::uint64_t chroma_format = 1;
    std::uint64_t width = 1136;
    std::uint64_t height = 2464;
    std::vector<std::uint64_t> cut = {}; // left, right, top, bottom
    std::uint64_t luma = 0;
    std::uint64_t chroma = 0;
    bool bare_layers = false; // every other one without a profile of its own

    bytes unit() const;
};

} // namespace thimble::hevc
