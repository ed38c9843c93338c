#include "daemon/control/socket_to_ask.hpp"

#include "daemon/control/control_sockets.hpp"
#include "daemon/control/ownership.hpp"

#include <algorithm>
#include <set>

namespace thimble::daemon {

namespace fs = std::filesystem;

std::optional<fs::path> socket_to_ask(const fs::path& runtime_directory,
                                      const std::optional<std::string>& udid)
{
    const auto live = live_control_sockets(runtime_directory);
    std::set<fs::path> owners;
    for (const owned_phone& each : ownership(runtime_directory, {}).owned_phones())
        if ((!udid || *udid == each.udid) &&
            std::ranges::find(live, each.owner.socket) != live.end())
            owners.insert(each.owner.socket);
    if (!owners.empty())
        return *owners.begin();
    if (!live.empty())
        return live.front();
    return std::nullopt;
}

} // namespace thimble::daemon
