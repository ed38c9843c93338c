// A picture of a phone as all of its viewers share it.
#pragma once

#include "link/command.hpp"

#include <memory>
#include <string>

namespace thimble::service {

struct live_picture {
    link::frame frame;
    std::string frame_id; // the same for all pictures of one space in a row
};

using live_picture_ptr = std::shared_ptr<const live_picture>;

} // namespace thimble::service
