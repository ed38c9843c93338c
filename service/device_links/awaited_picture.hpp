// Results whose pictures come on their own, and may not come at all.
#pragma once

#include "link/command.hpp"

#include <chrono>

namespace thimble::service {

bool awaits_picture(const link::result& what);

/// True where the picture is that of an action's receipt: the action has succeeded without it, too.
bool tells_effect(const link::result& what);

/// Time from now that its picture may take. A look is nothing without it, and gets all the time
/// that is left to the command; an action that is done is not held up for longer than `least`.
std::chrono::steady_clock::duration time_for_picture(const link::result& what,
                                                     const link::command& of,
                                                     std::chrono::steady_clock::duration least);

/// The rest of a result whose picture has not come.
link::result without_picture(link::result what);

} // namespace thimble::service
