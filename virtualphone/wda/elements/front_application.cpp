#include "virtualphone/wda/elements/front_application.hpp"

#include <algorithm>

namespace thimble::virtualphone::wda {

namespace {

constexpr int springboard_pid = 57;
constexpr int spotlight_pid = 61;
constexpr int first_app_pid = 300;
constexpr std::string_view springboard_id = "com.apple.springboard";
constexpr std::string_view spotlight_id = "com.apple.Spotlight";

} // namespace

front_application application_of(const operating_system& os, std::string_view bundle_id)
{
    const auto apps = os.apps();
    const auto found =
        std::ranges::find(apps, bundle_id, &operating_system::installed_app::bundle_id);
    if (found != apps.end())
        return {.pid = first_app_pid + static_cast<int>(found - apps.begin()),
                .bundle_id = found->bundle_id,
                .name = found->name};
    const bool searching = bundle_id == spotlight_id;
    return {.pid = searching ? spotlight_pid : springboard_pid,
            .bundle_id = std::string(bundle_id),
            .name = searching ? "Spotlight" : ""};
}

front_application application_in_front(const operating_system& os)
{
    return application_of(os, os.active_app());
}

bool is_in_foreground(const operating_system& os, std::string_view bundle_id)
{
    return bundle_id == springboard_id || os.active_app() == bundle_id;
}

} // namespace thimble::virtualphone::wda
