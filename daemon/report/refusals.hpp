// Every way in which the daemon says no, in the codes and words of the REST contract.
#pragma once

#include "daemon/report/action_result.hpp"
#include "device/phone.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace thimble::daemon {

/// The phone or its driver failed; the outcome is what the driver knows of it.
refusal
refused_by(const device::phone& phone, const device::failure& failure, const link::action& what);

/// ACTION_FAILED: the state wanted was not reached. With an alert in front that is the cause, and
/// the alert stands in the context; else `cause` is.
refusal not_reached(const std::optional<device::alert>& in_front,
                    std::string_view cause,
                    std::string message,
                    link::outcome outcome = link::outcome::done);

// Nothing has reached the phone in any of these.
refusal not_connected();
refusal not_ready(const device::phone& phone);
refusal unsupported(const device::phone& phone, std::string_view capability);

/// Of a phone that is driven while its lockdownd, which lists the apps, does not answer.
refusal apps_not_listed(const device::phone& phone);
refusal stale_frame(const link::coordinate_space& made_for, const link::coordinate_space& now);
refusal out_of_bounds(std::string_view field, int value, int edge);
refusal
invalid_argument(std::string_view field, std::string_view reason, std::string_view what_is_wrong);
refusal invalid_job_id();
refusal expired();
refusal queue_full(std::size_t limit);

// The caller sets the outcome of these: it knows whether the action had started.
refusal withdrawn(link::outcome outcome);
refusal overdue(std::chrono::milliseconds limit, link::outcome outcome);
refusal unplugged(link::outcome outcome);
refusal shutting_down(link::outcome outcome);
refusal internal_error(std::string message, link::outcome outcome);

} // namespace thimble::daemon
