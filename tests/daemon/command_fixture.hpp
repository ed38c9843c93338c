// Actions on a commanded phone.
#pragma once

#include "tests/daemon/commanded_phone.hpp"
#include "tests/daemon/performing.hpp"

namespace thimble::daemon {

using command_fixture = performing<commanded_phone>;

} // namespace thimble::daemon
