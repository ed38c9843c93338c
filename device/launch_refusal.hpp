// Refusals to launch an app, told for what they are, and to end one.
#pragma once

#include "device/failure.hpp"

#include <optional>
#include <string_view>

namespace thimble::device {

/// Drivers have one error for every launch that fails; the reason stands in iOS's own words, which
/// are in English on every phone. `missing`: the driver takes it for an app that is not there, as
/// it is where those words tell of nothing else.
failure explained_launch(failure what, bool missing);

/// The refusal to end this app, without which no driver could go on: the home screen, or a runner.
/// Nothing for any other.
std::optional<failure> refusal_to_end(std::string_view bundle_id);

} // namespace thimble::device
