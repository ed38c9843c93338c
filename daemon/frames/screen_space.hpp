// Part of the interface that a picture shows.
#pragma once

#include "device/phone.hpp"
#include "link/command.hpp"

namespace thimble::daemon {

/// The space that a picture of that upright size shows. The picture itself has the last word: when
/// it was taken while the phone turned, what is known of the interface may lag behind by a probe.
link::coordinate_space space_of(screen::pixel_size native, const device::phone_facts& facts);

/// Panel pixels for one point.
double scale_of(screen::pixel_size native, const device::phone_facts& facts);

} // namespace thimble::daemon
