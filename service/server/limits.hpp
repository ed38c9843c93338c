// Limits of the service towards its clients, in one place.
#pragma once

#include "http/limits.hpp"
#include "service/accounts/rate_limit.hpp"
#include "service/agent_loop/agent_limits.hpp"
#include "service/agent_loop/follower_limits.hpp"
#include "service/audit/audit_log.hpp"
#include "service/desktops/enrolment_limits.hpp"
#include "service/device_links/link_limits.hpp"
#include "service/events/account_events.hpp"
#include "service/jobs/job_limits.hpp"
#include "service/leases/phone_queue.hpp"
#include "service/live_view/stream_limits.hpp"
#include "service/oauth/authorization_server.hpp"
#include "service/recordings/recording_limits.hpp"
#include "service/webhooks/webhooks.hpp"

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct limits {
    http::limits http;
    link_limits links;
    enrolment_limits enrolments;
    job_limits jobs;
    phone_queue_limits waiting;
    audit_limits audit;
    stream_limits streams;
    recording_limits recordings;
    follower_limits followers;
    event_limits events;
    webhook_limits webhooks;
    oauth::oauth_limits oauth;
    agent_limits runs;
    rate wrong_keys{.per_second = 100.0 / 60, .burst = 100}; // from an address

    std::chrono::milliseconds metrics_age{1'000};    // of what /metrics answers, at most
    std::chrono::milliseconds readiness_time{1'000}; // for the store to say that it is there
    std::chrono::seconds desktop_return{60};  // then what it was sent before a restart is lost
    std::chrono::seconds upkeep_interval{60}; // between two looks at what is too old
};

} // namespace thimble::service
