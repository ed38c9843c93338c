#include "virtualphone/wda/front_application.hpp"

#include <algorithm>

namespace thimble::virtualphone::wda {

namespace {

constexpr int springboard_pid = 57;
constexpr int first_app_pid = 300;

} // namespace

front_application application_in_front(const operating_system& os)
{
    const std::string bundle_id = os.front_app();
    const auto apps = os.apps();
    const auto found =
        std::ranges::find(apps, bundle_id, &operating_system::installed_app::bundle_id);
    if (found == apps.end())
        return {.pid = springboard_pid, .bundle_id = bundle_id, .name = {}};
    return {.pid = first_app_pid + static_cast<int>(found - apps.begin()),
            .bundle_id = bundle_id,
            .name = found->name};
}

} // namespace thimble::virtualphone::wda
