// One message of every kind and a command for every action, with every field filled: what the
// golden files are held against.
#pragma once

#include "link/message.hpp"
#include "link/picture_frame.hpp"

#include <string>
#include <vector>

namespace thimble::link {

struct message_sample {
    std::string file; // in the folder golden/, without .json
    message what;
};

/// Every message, some of them in more than one form.
std::vector<message_sample> message_samples();

/// A command for every action; one of the touches at an element for every touch.
std::vector<message_sample> action_samples();

/// The header of a picture of a stream.
frame_header sample_header();

} // namespace thimble::link
