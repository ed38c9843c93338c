// Boxes of a file, read as ISO/IEC 14496-12 has them and not as they were written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::mp4 {

using box_content = std::span<const std::byte>;

struct box {
    std::string type;
    box_content content; // behind size and type
    std::size_t at = 0;  // of the box in what was read
};

/// All boxes one after the other. Throws where they do not fill what was read.
std::vector<box> boxes_in(box_content from);

/// "moov/trak/mdia" leads to the first of each. Throws where there is none.
box find_box(box_content from, std::string_view path);

/// Behind the fields of a box that has others in it.
box_content inside(const box& what);

std::uint64_t number_in(box_content from, std::size_t at, std::size_t length);

/// "00 01 ff", without spaces and line ends between them.
std::string hexadecimal_of(box_content what);

} // namespace thimble::mp4
