#include "daemon/settings/live_fps.hpp"

#include "device/capability.hpp"
#include "text/whole_number.hpp"

namespace thimble::daemon {

std::expected<void, service::early_exit> apply_live_fps(const service::settings& settings,
                                                        int& count)
{
    const auto given = settings.find("live_fps");
    if (given == settings.end())
        return {};
    const auto read = service::whole_number(given->second.value, 1, device::most_live_frames_ever);
    if (!read)
        return std::unexpected(
            service::wrong_setting(given->second, "must be a whole number from 1 to 60"));
    count = *read;
    return {};
}

} // namespace thimble::daemon
