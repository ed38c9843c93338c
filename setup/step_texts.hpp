// Words of the steps, as the iOS of the phone words its own settings.
#pragma once

#include "setup/checklist.hpp"

namespace thimble::setup {

/// Fills title, thimble, person, why, duration and docs for a phone with this major release of iOS;
/// 0: not known. `computer_name` is that of the phone's computer; empty: not known.
step described_step(step_code code, int major_ios, std::string_view computer_name = {});

/// The way to the switch that makes iOS trust the developer of an app: "Settings > General > …".
std::string certificate_settings(int major_ios);

} // namespace thimble::setup
