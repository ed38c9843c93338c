// The process in front, as WebDriverAgent tells of it.
#pragma once

#include "virtualphone/os/operating_system.hpp"

#include <string>

namespace thimble::virtualphone::wda {

struct front_application {
    int pid = 0;
    std::string bundle_id;
    std::string name; // empty: SpringBoard
};

front_application application_in_front(const operating_system& os);

} // namespace thimble::virtualphone::wda
