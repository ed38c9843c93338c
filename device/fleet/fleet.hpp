// The phones that are attached now: discovery, and a life for each phone.
#pragma once

#include "device/fleet/runner_restarts.hpp"
#include "device/fleet/runner_ways.hpp"
#include "device/held_inputs.hpp"
#include "device/phone.hpp"
#include "device/touch_gates.hpp"
#include "device/usbmux/attached_devices.hpp"
#include "device/wda/runner/alert_timing.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::device {

struct fleet_options {
    /// Takes the right to drive a phone, or returns nothing while another process has it. The right
    /// is kept as long as the phone is attached. Asked again every probe until given.
    std::function<std::shared_ptr<void>(const std::string& udid)> claim;

    /// Called after anything about a phone has changed, its attaching and detaching included.
    std::function<void(const std::shared_ptr<phone>&)> on_change;

    /// Warnings about a phone, as they are now; asked at every look at it, so it must be quick.
    /// None where it is empty.
    std::function<std::vector<warning>(const std::string& udid)> warnings = {};

    /// Where a conversation with the phones is written (thimbled --record), if anywhere.
    std::optional<std::filesystem::path> record_to;

    /// True where tunnels to phones' own services are opened, and developer images mounted.
    bool tunnels = false;

    /// True where an installed runner is started, and started again when it has ended: up to iOS 16
    /// by lockdownd's services, later through tunnels.
    bool runners = false;
    restart_limit runner_restarts{};

    /// The package that an installed runner came from, where it was installed from here; may be
    /// empty. Blocks: it is called on a thread beside the home thread, and owns all that it uses.
    std::function<std::optional<device::runner_package>(const std::string& udid,
                                                        const std::string& bundle_id)>
        runner_package = {};

    /// Ways in which runners came up; or nullptr: they are learnt anew by each process.
    std::shared_ptr<runner_way_memory> runner_ways = nullptr;

    /// Mounts the developer image that a phone with this iOS needs, where there is one; or nullptr.
    /// Blocks: it is called on a thread beside the home thread, and owns all that it uses.
    std::function<result<void>(const attachment& phone, const std::string& os_version)>
        mount_image = {};

    /// Signature of the developer image that is mounted, where it is another one than mount_image
    /// would mount; empty where it is the same, or where that cannot be known. The other one puts
    /// that image in its place. Both or nullptr: an image that is mounted stays. They block
    /// likewise.
    std::function<std::string(const attachment& phone, const std::string& os_version)> other_image =
        {};
    std::function<result<void>(const attachment& phone, const std::string& os_version)>
        replace_image = {};

    /// Findings of how phones take touches through their tunnels; or nullptr: they are found anew
    /// each time that a phone is plugged in.
    std::shared_ptr<touch_gate_memory> touch_gates = nullptr;

    /// Inputs that are down on phones, for the process after this one; or nullptr: a finger that a
    /// killed process has left down is lifted by the next gesture.
    std::shared_ptr<held_input_memory> held_inputs = nullptr;

    /// By which phones know this computer in their tunnels: the same for as long as the program is
    /// installed. Another one each time where there is none.
    std::optional<std::array<std::byte, 16>> host_uuid = {};

    /// Highest rate, in pictures a second, that a phone is asked to push, 1..most_live_frames_ever.
    int most_live_frames = usual_live_frames;

    /// Time between two looks at a phone that is blocked, and at one that is not.
    std::chrono::milliseconds probe_blocked{500};
    std::chrono::milliseconds probe_ready{5000};

    /// Time between two questions to a phone in use whether it has been locked by hand.
    std::chrono::milliseconds probe_used{500};

    /// Times at which a phone is asked for the alert in front.
    wda::alert_pauses alerts = {};
};

/// The outcome of a person's request to stop a phone's runner, or to have it kept again.
enum class runner_switching : std::uint8_t {
    done,
    of_somebody_else, // who has started the one that runs: nothing was done
    driven_elsewhere, // another process has the right to drive the phone
    kept_off,         // no runners are started from here
};

/// Home thread. Owns everything below it: phones, drivers, workers.
class fleet {
public:
    fleet(boost::asio::any_io_executor home,
          fleet_options options,
          std::shared_ptr<spdlog::logger> log);
    fleet(const fleet&) = delete;
    fleet& operator=(const fleet&) = delete;
    ~fleet();

    /// Watches for phones until it is cancelled. Survives the death of usbmuxd.
    boost::asio::awaitable<void> run();

    /// The attached phones, in the order in which they came.
    std::vector<std::shared_ptr<phone>> phones() const;
    std::shared_ptr<phone> find(const std::string& udid) const;

    /// Ends once the last input of each phone has had time to arrive, and nothing is down any more
    /// that can be lifted: for whoever ends the fleet.
    boost::asio::awaitable<void> until_inputs_arrived();

    /// Ends the runners that were started from here, within some seconds; none is started again.
    boost::asio::awaitable<void> end_runners();

    /// The same of one phone on a person's request, until it is to be kept again or the phone is
    /// plugged in anew. Nothing where there is no such phone. A cancellation does not stop it half
    /// way.
    boost::asio::awaitable<std::optional<runner_switching>> stop_runner(std::string udid);
    std::optional<runner_switching> keep_runner_again(const std::string& udid);

    /// Blockers of this machine, no matter which phone: usbmuxd not running, a phone on USB that
    /// usbmuxd does not have, no permission for USB.
    std::vector<blocker> host_blockers() const;

    /// Blocking calls that are still under way; at exit they are waited for only up to a deadline.
    std::size_t stuck_calls() const;

private:
    struct implementation;
    std::unique_ptr<implementation> self_;
};

} // namespace thimble::device
