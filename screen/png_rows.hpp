// The rows of a picture, filtered so that they compress well.
#pragma once

#include "screen/image.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace thimble::screen {

/// Effort of the search for repeats. Only gradients without grain need more than the quick search.
enum class repeat_search : std::uint8_t { quick, fair, thorough };

/// Every row with the number of its filter before it.
struct filtered_picture {
    std::unique_ptr<std::uint8_t[]> data;
    std::size_t length = 0;
    repeat_search search = repeat_search::quick; // what pays for this picture
};

filtered_picture filter_rows(const image& from);

} // namespace thimble::screen
