#include "daemon/report/readiness_log.hpp"

#include "text/lists.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace {

/// Empty while nothing is known of it yet.
std::string readiness_of(const link::phone_state& phone)
{
    if (!phone.blockers.empty())
        return "not ready: " + service::joined(phone.blockers, ", ", &link::blocker::code);
    return phone.capabilities.empty() ? "" : "ready";
}

/// One that does not trust this computer has no name.
std::string described(const link::phone_state& phone)
{
    if (phone.name.empty())
        return phone.udid;
    return fmt::format("{} ({}, {})", phone.udid, phone.name, phone.device_name);
}

} // namespace

void readiness_log::note(const link::phone_state& phone)
{
    if (!phone.attached) {
        said_.erase(phone.udid);
        return;
    }
    auto now = readiness_of(phone);
    auto& said = said_[phone.udid];
    if (now.empty() || now == said)
        return;
    if (phone.blockers.empty())
        log_->info("phone {} is {}", described(phone), now);
    else
        log_->warn("phone {} is {}. {} {}", described(phone), now, phone.blockers.front().message,
                   phone.blockers.front().remedy);
    said = std::move(now);
}

} // namespace thimble::daemon
