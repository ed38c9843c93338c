// Actions on a commanded phone.
#pragma once

#include "tests/daemon/actions/performing.hpp"
#include "tests/daemon/commanded_phone.hpp"

namespace thimble::daemon {

using command_fixture = performing<commanded_phone>;

} // namespace thimble::daemon
