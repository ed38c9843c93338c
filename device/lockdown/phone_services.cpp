#include "device/lockdown/phone_services.hpp"

#include "device/lockdown/runner_apps.hpp"
#include "device/os_version.hpp"

namespace thimble::device {

driver_prerequisites read_prerequisites(const attachment& where, const std::string& os_version)
{
    return {.image = read_image_state(where, major_version(os_version)),
            .runners = read_runner_apps(where)};
}

} // namespace thimble::device
