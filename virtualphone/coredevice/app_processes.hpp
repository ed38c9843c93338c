// The numbers of the processes of apps.
#pragma once

#include "virtualphone/coredevice/shared_state.hpp"
#include "virtualphone/os/operating_system.hpp"

namespace thimble::virtualphone::coredevice {

/// Gives a number to each app that runs and has none; those of apps that have ended are gone.
void look_for_processes(shared_state& shared, const operating_system& os);

/// Its bundle id.
std::optional<std::string> app_of_process(const shared_state& shared, std::int64_t process);

} // namespace thimble::virtualphone::coredevice
