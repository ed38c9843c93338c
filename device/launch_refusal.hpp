// Refusals of a phone to launch an app, told for what they are.
#pragma once

#include "device/failure.hpp"

namespace thimble::device {

/// Drivers have one error for every launch that fails; the reason stands in iOS's own words, which
/// are in English on every phone. `missing`: the driver takes it for an app that is not there, as
/// it is where those words tell of nothing else.
failure explained_launch(failure what, bool missing);

} // namespace thimble::device
