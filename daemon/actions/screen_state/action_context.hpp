// The phone, the pictures and the limits that an action works with.
#pragma once

#include "device/phone.hpp"
#include "link/command.hpp"

#include <chrono>
#include <memory>
#include <optional>

namespace thimble::daemon {

class phone_frames;
class picture_pool;
class text_reader;
struct opened_surface;

/// Everything that an action works with. The pool and the reader outlive every action.
struct action_context {
    std::shared_ptr<device::phone> phone;
    std::optional<link::coordinate_space> made_for; // the space of the coordinates, if it has any
    picture_pool* pictures = nullptr;
    std::shared_ptr<phone_frames> frames = {};   // of that phone; empty: nobody sees what is done
    text_reader* texts = nullptr;                // nullptr: no text is read on pictures
    std::shared_ptr<opened_surface> opened = {}; // of that phone; empty: nobody remembers it

    /// Time for a state to show after the phone has done what leads to it: longer than any
    /// animation of the system.
    std::chrono::milliseconds timeout{3000};
};

} // namespace thimble::daemon
