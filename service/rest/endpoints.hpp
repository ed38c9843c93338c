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

/// The steps from the box to the first touch, ticked.
std::vector<endpoint> setup_endpoints(services& in);

/// Everything that makes a job: tap, flick, home, select.
std::vector<endpoint> action_endpoints(services& in);

std::vector<endpoint> screenshot_endpoints(services& in);

/// The moving picture.
std::vector<endpoint> stream_endpoints(services& in);

/// Recordings of the screen.
std::vector<endpoint> recording_endpoints(services& in);

/// Elements on the screen, read and looked for.
std::vector<endpoint> element_endpoints(services& in);

/// Waiting until the screen is as somebody wants it.
std::vector<endpoint> wait_endpoints(services& in);

std::vector<endpoint> job_endpoints(services& in);

/// The stored list of apps, and its reading again.
std::vector<endpoint> app_endpoints(services& in);

/// Apps sent to a phone as a file.
std::vector<endpoint> app_upload_endpoints(services& in);

/// The names in the phone's library of shortcuts, as somebody has put them.
std::vector<endpoint> shortcut_endpoints(services& in);

/// Labels of phones, by which others ask for them.
std::vector<endpoint> label_endpoints(services& in);

/// Leases of phones.
std::vector<endpoint> lease_endpoints(services& in);

/// Requests that wait for any phone that fits.
std::vector<endpoint> waiting_endpoints(services& in);

/// Agent sessions: begun, listed, shown.
std::vector<endpoint> session_endpoints(services& in);

/// Controls of one: messages, pause, stop.
std::vector<endpoint> session_control_endpoints(services& in);

/// Events of one.
std::vector<endpoint> session_event_endpoints(services& in);
std::vector<endpoint> session_picture_endpoints(services& in);

/// Events of an account's phones, jobs and sessions.
std::vector<endpoint> event_endpoints(services& in);

/// Where an account has its events sent.
std::vector<endpoint> webhook_endpoints(services& in);

/// The audit log: who did what, from where.
std::vector<endpoint> audit_endpoints(services& in);

/// Costs of sessions.
std::vector<endpoint> usage_endpoints(services& in);

/// API keys of the account that asks.
std::vector<endpoint> key_endpoints(services& in);

/// Programs that ask to be let in by OAuth: their requests, for somebody to decide about, and
/// those that were let in.
std::vector<endpoint> grant_endpoints(services& in);

/// The addresses of OAuth, for programs. They are in no document of this API.
std::vector<endpoint> oauth_endpoints(services& in);

/// Signing in from a browser, and who has signed in.
std::vector<endpoint> sign_in_endpoints(services& in);

/// Secrets, which the account's agents type and never see.
std::vector<endpoint> secret_endpoints(services& in);

/// Desktops of the account that asks: listed, let in, revoked.
std::vector<endpoint> desktop_endpoints(services& in);

/// Requests of desktops to be let in. For everybody.
std::vector<endpoint> enrolment_endpoints(services& in);

/// The WebSockets of the desktops' links, for daemons. `all` must outlive them.
std::vector<endpoint> device_link_endpoints(links& all);

/// The desktop's status.
std::vector<endpoint> status_endpoints(services& in);

/// Health of the process and its readiness for requests; for monitors. Both must outlive them.
std::vector<endpoint> health_endpoints(const services& in, readiness& state);

/// The contract itself: /openapi.json and /docs. `texts` must outlive their requests.
std::vector<endpoint> contract_endpoints(contract_texts& texts);

/// Facts that the page has in it from the start.
struct page_facts {
    bool local = false;    // it is that of local mode, whose one account has no password
    bool has_model = true; // agents can think
};

/// The pages for people, and their files.
std::vector<endpoint> dashboard_endpoints(page_facts told);

} // namespace thimble::service::api
