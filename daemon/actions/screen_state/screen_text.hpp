// The text on the screen of a phone, as it is read on a picture.
#pragma once

#include "daemon/actions/screen_state/screen_elements.hpp"
#include "screen/text_recognition.hpp"

#include <optional>
#include <vector>

namespace thimble::daemon {

/// The lines, and as elements those that can be named.
struct screen_text {
    std::vector<screen::recognised_line> lines;
    screen_elements seen;
};

/// Reads it on a picture that is captured now; nothing where that is not possible, or takes longer
/// than anybody would wait. A read.
boost::asio::awaitable<std::optional<screen_text>> read_text(action_context on);

/// True if text can be read on this phone's pictures.
bool can_read_text(const action_context& on);

} // namespace thimble::daemon
