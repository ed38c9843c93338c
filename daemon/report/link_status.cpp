#include "daemon/report/link_status.hpp"

#include "text/iso_time.hpp"

namespace thimble::daemon {

using nlohmann::ordered_json;

std::string_view to_text(link_state state)
{
    switch (state) {
    case link_state::connecting:
        return "connecting";
    case link_state::connected:
        return "connected";
    case link_state::waiting:
        return "waiting";
    case link_state::refused:
        return "refused";
    }
    return "";
}

ordered_json to_json(const link_status& status)
{
    return {{"state", to_text(status.state)},
            {"since", service::iso_time(status.since)},
            {"service", status.service},
            {"epoch", status.epoch > 0 ? ordered_json(status.epoch) : ordered_json()},
            {"problem", status.problem.empty() ? ordered_json() : ordered_json(status.problem)},
            {"next_attempt", status.next_attempt
                                 ? ordered_json(service::iso_time(*status.next_attempt))
                                 : ordered_json()},
            {"unsettled", status.unsettled}};
}

} // namespace thimble::daemon
