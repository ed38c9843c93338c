// The application that a command is about, as WebDriverAgent tells of it.
#pragma once

#include "virtualphone/os/operating_system.hpp"

#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

struct front_application {
    int pid = 0;
    std::string bundle_id;
    std::string name;
};

front_application application_of(const operating_system& os, std::string_view bundle_id);
front_application application_in_front(const operating_system& os);

/// True if accessibility finds the application in front: SpringBoard always is.
bool is_in_foreground(const operating_system& os, std::string_view bundle_id);

} // namespace thimble::virtualphone::wda
