// WebDriverAgent as a driver of one phone: what it can do, and how it is at the moment.
#pragma once

#include "device/phone.hpp"
#include "device/wda/alert_reader.hpp"
#include "device/wda/app_launcher.hpp"
#include "device/wda/button_presser.hpp"
#include "device/wda/clipboard.hpp"
#include "device/wda/element_reader.hpp"
#include "device/wda/frame_source.hpp"
#include "device/wda/key_presser.hpp"
#include "device/wda/live_frames.hpp"
#include "device/wda/lock_switch.hpp"
#include "device/wda/orientation_switch.hpp"
#include "device/wda/text_typist.hpp"
#include "device/wda/touch_player.hpp"
#include "device/wda/url_opener.hpp"

#include <set>

namespace thimble::device::wda {

enum class runner_state : std::uint8_t {
    unknown, // not looked at yet
    answering,
    starting,       // it has begun to listen, and is not ready yet
    refused,        // nothing listens on its port
    silent,         // it listens and does not answer
    automation_off, // iOS does not let it automate anything
};

/// What one look at the runner has shown. During a long touch, only `state` is looked at.
struct runner_report {
    runner_state state = runner_state::unknown;
    bool sure = true;      // or else: it was silent once, and should be asked again soon
    bool complete = false; // everything below was asked for
    std::optional<device::alert> alert;
};

/// Home thread. Lives as long as the phone.
class driver {
public:
    driver(const runner_options& options, blocking_client& decoder);

    /// Looks at the runner, by reads alone: touches, presses, wakes and launches nothing. Makes the
    /// session that the first touch will need.
    boost::asio::awaitable<runner_report> probe();

    /// Whether the phone has been touched or pressed since it was last asked about its lock.
    bool used_since_look() const { return inputs_seen_ != runner_.inputs_begun; }

    /// Asks between two inputs whether the phone is locked, and for the alert in front. Fails where
    /// the alert cannot be asked for. A read.
    boost::asio::awaitable<result<std::optional<alert>>> look_between_inputs();

    /// Whether the phone is locked, as it last said; nothing while it does not say.
    std::optional<bool> locked() const { return runner_.locked; }

    /// How the interface stood when it was last looked at.
    const std::optional<screen::interface>& interface() const { return runner_.interface.known(); }
    std::optional<screen::pixel_size> picture_size() const { return frames_.last_size(); }

    frame_source& frames() { return frames_; }
    wda::live_frames& live_frames() { return live_; }
    const wda::live_frames& live_frames() const { return live_; }
    touch_player& touches() { return touches_; }
    button_presser& buttons() { return buttons_; }
    key_presser& keys() { return keys_; }
    lock_switch& lock() { return lock_; }
    orientation_switch& orientation() { return orientation_; }
    text_typist& typing() { return typing_; }
    app_launcher& launcher() { return launcher_; }
    url_opener& urls() { return urls_; }
    wda::clipboard& clipboard() { return clipboard_; }
    alert_reader& alerts() { return alerts_; }
    element_reader& elements() { return elements_; }

    /// What an answering runner gives.
    static const std::set<capability>& capabilities();

    /// Ends what is under way; every later call fails.
    void close()
    {
        live_.close();
        runner_.close();
    }

private:
    boost::asio::awaitable<std::optional<failure>> look_at_status(runner_report& report);
    runner_state judge_failure(const failure& what);
    boost::asio::awaitable<std::optional<failure>> look_at_screen(runner_report& report);

    runner runner_;
    frame_source frames_;
    wda::live_frames live_;
    touch_player touches_;
    button_presser buttons_;
    key_presser keys_;
    lock_switch lock_;
    orientation_switch orientation_;
    text_typist typing_;
    app_launcher launcher_;
    url_opener urls_;
    wda::clipboard clipboard_;
    alert_reader alerts_;
    element_reader elements_;
    unsigned inputs_seen_ = 0; // begun before the last look at the lock
    runner_state before_ = runner_state::unknown;
    std::chrono::steady_clock::time_point starting_since_;
    int misses_ = 0;
};

} // namespace thimble::device::wda
