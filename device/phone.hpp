// One attached phone: what is known of it, what stands in the way, what it can do now.
#pragma once

#include "async/listeners.hpp"
#include "device/driver_notes.hpp"
#include "device/latency.hpp"
#include "device/native_drag.hpp"
#include "device/video_source.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace thimble::device {

/// Reasons why a phone cannot be driven; the names are those of the REST contract.
enum class blocker_code : std::uint8_t {
    not_trusted,
    trust_pending,
    trust_denied,
    locked,
    developer_mode_off,
    developer_image_missing,
    driver_not_installed,
    driver_not_running,
    driver_starting,
    driver_not_trusted, // the certificate that signed it
    driver_expired,     // its provisioning profile
    driver_too_old,
    driver_not_authorized, // testmanagerd does not let it test
    ui_automation_off,
    ui_automation_passcode, // the question for it was not answered
    ios_too_old,
    usbmuxd_not_running,
    usb_permission,
};

/// "NOT_TRUSTED", "TRUST_PENDING", …
std::string_view to_string(blocker_code code);

struct blocker {
    blocker_code code = blocker_code::not_trusted;
    std::string message; // what is the matter
    std::string remedy;  // what the person has to do
    std::chrono::system_clock::time_point since;
};

/// Obstacles that lie ahead; the names are those of the REST contract.
enum class warning_code : std::uint8_t {
    driver_expires,
};

/// "DRIVER_EXPIRES"
std::string_view to_string(warning_code code);

/// Something to do about a phone that is driven all the same.
struct warning {
    warning_code code = warning_code::driver_expires;
    std::string message; // what is going to happen, and when
    std::string remedy;  // what the person has to do
    std::chrono::system_clock::time_point since;

    friend bool operator==(const warning&, const warning&) = default;
};

/// Facts that the phone has told of itself so far; empty where it has not.
struct phone_facts {
    std::string udid;
    std::string name;
    std::string marketing_name; // "iPhone 15 Pro"; the product type where it is not known
    std::string product_type;   // "iPhone16,1"
    std::string os_version;
    std::string driver_version;                 // of WebDriverAgent, while it answers
    std::optional<screen::pixel_size> panel;    // native pixels, portrait
    std::optional<double> scale;                // panel pixels for one point
    std::optional<screen::interface> interface; // upright, as it is turned now, in points
    std::optional<int> battery_level;           // percent
    std::optional<bool> locked;
    std::optional<device::alert> alert;
    bool tunnel_open = false;    // to the services of iOS 17.4 and later
    bool tunnel_opening = false; // for the first time: there is neither one nor a problem
    std::string tunnel_problem;  // why not; empty while it is open or has not been tried

    friend bool operator==(const phone_facts&, const phone_facts&) = default;
};

/// Home thread. A phone lives as long as it is attached; whoever keeps one beyond that (a command
/// under way holds a shared_ptr) finds that every call answers `detached`.
class phone {
public:
    virtual ~phone() = default;

    virtual const phone_facts& facts() const = 0;

    /// Empty = ready. One blocking step at a time: the first is what the person does next.
    virtual const std::vector<blocker>& blockers() const = 0;

    /// Obstacles that lie ahead: things to do soon. A phone with warnings may be ready.
    virtual std::vector<warning> warnings() const { return {}; }

    /// Capabilities that work now, probed and never inferred from the iOS version.
    virtual const std::set<capability>& capabilities() const = 0;

    /// The driver that would be asked for this now: "webdriveragent", "coredevice", "lockdown",
    /// "screenshotr". Empty where none has it.
    virtual std::string driver_of(capability) const = 0;

    /// Those that were asked so far, where another one may be asked the next time. Who has taken a
    /// picture stands in that.
    virtual const driver_notes& served() const = 0;

    /// The best source for each, or nullptr while no driver offers it. Valid until the next await.
    virtual frame_source* frames() = 0;
    virtual live_source* live_frames() { return nullptr; }
    virtual video_source* video() { return nullptr; }
    virtual touch_player* touches() = 0;
    virtual native_dragger* dragger() { return nullptr; }
    virtual button_presser* buttons() = 0;
    virtual key_presser* keys() { return nullptr; }
    virtual text_typist* typing() { return nullptr; }
    virtual lock_switch* lock() { return nullptr; }
    virtual app_launcher* launcher() { return nullptr; }
    virtual app_catalog* apps() { return nullptr; }
    virtual url_opener* urls() { return nullptr; }
    virtual device::clipboard* clipboard() { return nullptr; }
    virtual orientation_switch* orientation() { return nullptr; }
    virtual element_reader* elements() { return nullptr; }
    virtual alert_reader* alerts() { return nullptr; }

    /// Measured of its video by itself.
    virtual video_figures figures() const { return {}; }

    /// True until the phone is detached.
    virtual bool attached() const = 0;

    /// `then` is called once, when the phone is detached, unless the connection has been cut
    /// before. Never for a phone that is detached already.
    virtual async::subscription on_detached(std::function<void()> then) = 0;
};

} // namespace thimble::device
