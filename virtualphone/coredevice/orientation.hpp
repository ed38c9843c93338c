// The names that CoreDevice has for the ways in which a phone can be held.
#pragma once

#include "virtualphone/os/operating_system.hpp"
#include "virtualphone/xpc/protocol/object.hpp"

#include <string_view>

namespace thimble::virtualphone::coredevice {

std::string_view name_of(turned held);

/// A quarter of a turn against the clock, as somebody does who wants landscape.
turned turned_left(turned from);
turned turned_right(turned from);

xpc::dictionary orientation_of(const operating_system& os);

} // namespace thimble::virtualphone::coredevice
