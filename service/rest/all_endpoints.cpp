// The groups of endpoints, in the order in which the contract's page shows them.
#include "service/rest/endpoints.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service::api {

std::vector<endpoint> all_endpoints(services& in)
{
    std::vector<endpoint> out;
    for (const auto group : {phone_endpoints,         setup_endpoints,
                             label_endpoints,         lease_endpoints,
                             waiting_endpoints,       key_endpoints,
                             grant_endpoints,         oauth_endpoints,
                             sign_in_endpoints,       secret_endpoints,
                             desktop_endpoints,       enrolment_endpoints,
                             action_endpoints,        screenshot_endpoints,
                             stream_endpoints,        recording_endpoints,
                             element_endpoints,       wait_endpoints,
                             job_endpoints,           app_endpoints,
                             app_upload_endpoints,    shortcut_endpoints,
                             session_endpoints,       session_control_endpoints,
                             session_event_endpoints, session_picture_endpoints,
                             event_endpoints,         webhook_endpoints,
                             usage_endpoints,         audit_endpoints,
                             status_endpoints})
        std::ranges::move(group(in), std::back_inserter(out));
    return out;
}

} // namespace thimble::service::api
