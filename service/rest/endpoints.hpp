// All rows of the REST contract that are served, a function a group.
#pragma once

#include "service/rest/readiness.hpp"
#include "service/rest/services.hpp"
#include "service/routing/table.hpp"

#include <vector>

namespace thimble::service {
class links;
}

namespace thimble::service::api {

class contract_texts;

// The rows keep a reference to `in`, which must outlive them.

/// All that are served with these; those below that need something else are added beside them.
std::vector<endpoint> all_endpoints(services& in);

/// List, forget, info, status, settings.
std::vector<endpoint> phone_endpoints(services& in);

/// Everything that makes a job: tap, flick, home, select.
std::vector<endpoint> action_endpoints(services& in);

std::vector<endpoint> screenshot_endpoints(services& in);

/// The moving picture.
std::vector<endpoint> stream_endpoints(services& in);

/// What is on the screen, read and looked for.
std::vector<endpoint> element_endpoints(services& in);

/// Waiting until the screen is as somebody wants it.
std::vector<endpoint> wait_endpoints(services& in);

std::vector<endpoint> job_endpoints(services& in);

/// The stored list of apps, and its reading again.
std::vector<endpoint> app_endpoints(services& in);

/// The names in the phone's library of shortcuts, as somebody has put them.
std::vector<endpoint> shortcut_endpoints(services& in);

/// Agent sessions: begun, listed, shown.
std::vector<endpoint> session_endpoints(services& in);

/// What may be said to one.
std::vector<endpoint> session_control_endpoints(services& in);

/// What has happened in one.
std::vector<endpoint> session_event_endpoints(services& in);

/// What happens to an account's phones, jobs and sessions.
std::vector<endpoint> event_endpoints(services& in);

/// Where an account has its events sent.
std::vector<endpoint> webhook_endpoints(services& in);

/// What sessions have cost.
std::vector<endpoint> usage_endpoints(services& in);

/// API keys of the account that asks.
std::vector<endpoint> key_endpoints(services& in);

/// How people sign in from a browser, and who they are then.
std::vector<endpoint> sign_in_endpoints(services& in);

/// What the account's agents type and never see.
std::vector<endpoint> secret_endpoints(services& in);

/// Desktops of the account that asks: listed, let in, revoked.
std::vector<endpoint> desktop_endpoints(services& in);

/// How a desktop asks to be let in. For everybody.
std::vector<endpoint> enrolment_endpoints(services& in);

/// The WebSockets of the desktops' links, for daemons. `all` must outlive them.
std::vector<endpoint> device_link_endpoints(links& all);

/// The desktop's status.
std::vector<endpoint> status_endpoints(services& in);

/// Whether the process is alive, and whether it takes requests; for whoever watches it. `state`
/// must outlive them.
std::vector<endpoint> health_endpoints(readiness& state);

/// The contract itself: /openapi.json and /docs. `texts` must outlive their requests.
std::vector<endpoint> contract_endpoints(contract_texts& texts);

/// The pages for people, and their files.
/// `local`: they belong to the one account of local mode, which has no password.
std::vector<endpoint> dashboard_endpoints(bool local);

} // namespace thimble::service::api
