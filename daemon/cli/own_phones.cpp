#include "daemon/cli/own_phones.hpp"

#include "daemon/installed_apps/app_record.hpp"
#include "daemon/settings/host_uuid.hpp"

#include <utility>

namespace thimble::daemon {

own_phones::own_phones(const options& given,
                       const boost::asio::any_io_executor& home,
                       debug_journal kept,
                       const std::filesystem::path& runtime_directory,
                       std::string first,
                       bool runners,
                       const std::shared_ptr<spdlog::logger>& log)
    : journal_(std::move(kept)), owners_(runtime_directory, {}, given.tunnels),
      chosen_(std::move(first)),
      host_(home,
            {.claim = [this](const std::string& udid) -> std::shared_ptr<void> {
                 return udid == chosen_ ? owners_.claim(udid) : nullptr;
             },
             .on_phone = {},
             .record_to = given.record_to,
             .most_live_frames = given.live_fps,
             .tunnels = given.tunnels,
             .runners = runners,
             .runner_restarts = device::restarts_of_ten_minutes(given.runner_restarts),
             .runner_package = packages_of_runners(given.state_dir),
             .images = given.images,
             .host_uuid = known_host_uuid(given.state_dir),
             .state_dir = given.state_dir},
            journal_.records(),
            log)
{
}

} // namespace thimble::daemon
