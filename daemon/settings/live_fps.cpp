#include "daemon/settings/live_fps.hpp"

#include "device/capability.hpp"
#include "program/command_line.hpp"
#include "program/logging.hpp"
#include "program/settings.hpp"
#include "program/state_directory.hpp"
#include "text/whole_number.hpp"

namespace thimble::daemon {

std::expected<int, service::early_exit> read_live_fps(const service::settings& settings)
{
    const auto given = settings.find("live_fps");
    if (given == settings.end())
        return device::usual_live_frames;
    const auto count = service::whole_number(given->second.value, 1, device::most_live_frames_ever);
    if (!count)
        return std::unexpected(
            service::wrong_setting(given->second, "must be a whole number from 1 to 60"));
    return *count;
}

} // namespace thimble::daemon
