// One command on its way to a phone, and what came of it.
#pragma once

#include "link/action.hpp"
#include "text/trace_context.hpp"

#include <boost/describe/enum.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace thimble::link {

/// The space that a command's coordinates were made for: the screenshot's size and orientation when
/// the command was accepted. When the phone has another one by then, the answer is STALE_FRAME.
struct coordinate_space {
    screen::pixel_size size;
    screen::orientation turned = screen::orientation::portrait;

    friend bool operator==(const coordinate_space&, const coordinate_space&) = default;
};

/// A point on the service's monotonic clock.
using service_time = std::chrono::steady_clock::time_point;

struct command {
    std::string job_id;
    std::string udid;
    action what;
    std::optional<coordinate_space> space; // present where the action has coordinates
    service_time expires_at;               // refused as not_sent when it starts later than this
    bool observed = false; // look at the screen before it, and after it until it has settled
    std::optional<service::trace_context> trace = {}; // of the client who has asked for it
};

/// Knowledge of a command's effect on the phone.
enum class outcome : std::uint8_t {
    done,     // the phone did it
    not_sent, // nothing has reached the phone
    unknown,  // it may have reached the phone; it is never repeated
};
BOOST_DESCRIBE_ENUM(outcome, done, not_sent, unknown)

std::string_view to_string(outcome value);

/// Why a command failed: a code of the REST contract, a sentence for a person (what happened and
/// what to do next; never a secret, never typed text), and details as a JSON object.
struct failure {
    std::string code;
    std::string message;
    nlohmann::json context = nlohmann::json::object();
};

/// Milliseconds in the daemon: waiting for the lane, and on the phone.
struct timings {
    double queued_ms = 0;
    double device_ms = 0;
};

/// Effect of a gesture on the screen, as it was seen.
enum class effect : std::uint8_t { unknown, changed, unchanged };
BOOST_DESCRIBE_ENUM(effect, unknown, changed, unchanged)

/// The screen after an observed command; the picture is the result's.
struct seen_frame {
    std::string id; // the job's: a client may refer to the frame by it
    coordinate_space space;
    std::chrono::system_clock::time_point captured_at;
    bool settled = false;                    // else it still moved when the time for it was over
    std::optional<bool> changed = {};        // since before; nothing where that was not seen
    std::optional<screen::area> region = {}; // all that has changed, in pixels of `space`
};

struct receipt {
    effect seen = effect::unknown;
    std::optional<bool> verified;
    bool shaped = false; // a gesture was bent to stay on the panel
    std::optional<seen_frame> frame = {};
    std::optional<std::string> driver = {}; // that did it: "webdriveragent", "coredevice", …
};

/// A picture together with the space it shows.
struct frame {
    screen::picture picture;
    coordinate_space space; // what coordinates of later commands refer to
    double scale = 1;       // panel pixels for one point
    std::chrono::system_clock::time_point captured_at;
};

struct result {
    std::string job_id;
    std::string udid; // the phone that executed it
    link::outcome outcome = outcome::done;
    std::optional<link::failure> failure;
    nlohmann::json value = nlohmann::json::object();
    std::optional<link::frame> frame;
    link::timings timings;
    std::optional<link::receipt> receipt;
};

} // namespace thimble::link
