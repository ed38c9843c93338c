// WebDriverAgent as a driver of one phone: what it can do, and how it is at the moment.
#pragma once

#include "device/phone.hpp"
#include "device/wda/alert_reader.hpp"
#include "device/wda/alert_watch.hpp"
#include "device/wda/app_launcher.hpp"
#include "device/wda/button_presser.hpp"
#include "device/wda/clipboard.hpp"
#include "device/wda/element_reader.hpp"
#include "device/wda/frame_source.hpp"
#include "device/wda/key_presser.hpp"
#include "device/wda/live_frames.hpp"
#include "device/wda/lock_switch.hpp"
#include "device/wda/native_dragger.hpp"
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
    too_old,        // it answers, and behaves in ways that are not known here
};

/// A brief look asks the least that tells whether the phone is as it was.
enum class look_depth : std::uint8_t { whole, brief };

/// The findings of one look at the runner. During a long command nothing is looked at.
struct runner_report {
    runner_state state = runner_state::unknown;
    bool sure = true;      // or else: it was silent once, and should be asked again soon
    bool complete = false; // everything that its depth wants was asked for
};

/// Home thread. Lives as long as the phone.
class driver {
public:
    driver(const runner_options& options, blocking_client& decoder);

    /// Looks at the runner, by reads alone: touches, presses, wakes and launches nothing. Makes the
    /// session that the first touch will need.
    boost::asio::awaitable<runner_report> probe(look_depth depth = look_depth::whole);

    /// True when look_between_inputs() has something to ask: the phone has been touched or pressed
    /// since it was last asked about its lock, or something has changed and may be an alert.
    bool look_due() const { return used_since_look() || alerts_.due_by_change(); }
    bool used_since_look() const { return inputs_seen_ != runner_.inputs_begun; }

    /// Asks between two inputs what is due. A read.
    boost::asio::awaitable<void> look_between_inputs();

    /// The alert in front, as it was last heard of.
    const std::optional<device::alert>& alert() const { return alerts_.known(); }

    /// The phone's lock, as it last said; nothing while it does not say.
    std::optional<bool> locked() const { return runner_.locked; }

    /// True once the runner has told of a lock, and so would know of one.
    bool knows_of_locks() const { return runner_.has_told_of_lock; }

    /// The version of WebDriverAgent, as it last said; or empty.
    const std::string& version() const { return runner_.version_text; }

    /// The interface as it stood at the last look.
    const std::optional<screen::interface>& interface() const { return runner_.interface.known(); }
    std::optional<screen::pixel_size> picture_size() const { return frames_.last_size(); }

    frame_source& frames() { return frames_; }
    wda::live_frames& live_frames() { return live_; }
    const wda::live_frames& live_frames() const { return live_; }
    touch_player& touches() { return touches_; }
    native_dragger& dragger() { return dragger_; }
    button_presser& buttons() { return buttons_; }
    key_presser& keys() { return keys_; }
    lock_switch& lock() { return lock_; }
    orientation_switch& orientation() { return orientation_; }
    text_typist& typing() { return typing_; }
    app_launcher& launcher() { return launcher_; }
    url_opener& urls() { return urls_; }
    wda::clipboard& clipboard() { return clipboard_; }
    alert_watch& alerts() { return alerts_; }
    element_reader& elements() { return elements_; }

    /// Held while another driver does something to the phone: what is known of the screen is looked
    /// at again afterwards.
    input_under_way input_of_another() { return input_under_way(runner_); }

    /// Capabilities of a runner that answers.
    static const std::set<capability>& capabilities();

    /// Ends what is under way; every later call fails.
    void close()
    {
        live_.close();
        runner_.close();
    }

private:
    boost::asio::awaitable<std::optional<failure>> look_at_status(runner_report& report);
    boost::asio::awaitable<runner_state> judge_failure(const failure& what);
    boost::asio::awaitable<runner_state> judge_silence();
    void forget_runner();
    void forget_abilities();
    boost::asio::awaitable<std::optional<failure>> look_at_screen();
    boost::asio::awaitable<std::optional<failure>> look_briefly();
    boost::asio::awaitable<std::optional<failure>> look_for_turn();
    boost::asio::awaitable<std::optional<int>> ask_orientation_number();

    runner runner_;
    frame_source frames_;
    wda::live_frames live_;
    touch_player touches_;
    native_dragger dragger_{runner_};
    button_presser buttons_;
    key_presser keys_;
    lock_switch lock_;
    orientation_switch orientation_;
    text_typist typing_;
    app_launcher launcher_;
    url_opener urls_;
    wda::clipboard clipboard_;
    alert_reader alert_reader_;
    alert_watch alerts_;
    element_reader elements_;
    std::string learnt_of_;                 // the version whose abilities have been learnt
    std::optional<int> orientation_number_; // at the last whole look
    bool size_next_ = false;                // of brief looks that take turns
    unsigned inputs_seen_ = 0;              // begun before the last look at the lock
    runner_state before_ = runner_state::unknown;
    std::chrono::steady_clock::time_point starting_since_;
    int misses_ = 0;
    std::chrono::steady_clock::time_point silent_since_; // of the first miss
};

} // namespace thimble::device::wda
