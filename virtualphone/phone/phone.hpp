// One virtual phone: its software, its ports, and the state that its services share.
#pragma once

#include "virtualphone/media/protocol/picture_loop.hpp"
#include "virtualphone/os/model/device_clock.hpp"
#include "virtualphone/os/operating_system.hpp"
#include "virtualphone/phone/device_ports.hpp"
#include "virtualphone/phone/faults.hpp"
#include "virtualphone/phone/runner_profile.hpp"
#include "virtualphone/phone/runner_times.hpp"
#include "virtualphone/phone/stream_state.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace thimble::virtualphone {

/// Answer of the person holding the phone to "Trust This Computer?".
enum class trust : std::uint8_t { ask, yes, no };

/// WebDriverAgent's runner: `dead` refuses connections, `hung` accepts and is silent, `zombie` says
/// that it is ready and has lost the right to automate anything.
enum class runner : std::uint8_t { running, dead, hung, zombie };

/// Owner of a swipe from the edge of the screen while an app is in front, by how WebDriverAgent
/// plays it: as a path of W3C actions, or as a gesture of XCTest's own.
enum class edge_swipes : std::uint8_t { of_system, w3c_of_app, native_of_app, all_of_app };

/// Leave of the person holding the phone for programs to use its screen: the switch Enable UI
/// Automation of Settings; `asked`: the phone waits for its passcode before it lets anybody.
enum class ui_automation : std::uint8_t { on, off, asked };

/// Progress of the switch of developer mode in Settings, which needs a restart: it is due; the
/// phone has restarted and asks whether it shall really be switched on; neither.
enum class developer_switch : std::uint8_t { settled, restart_due, asks };

/// Numbers of requests for each route of the runner, by "METHOD /path" without the session.
struct request_counts {
    std::map<std::string, std::size_t, std::less<>> main_queue;
    std::map<std::string, std::size_t, std::less<>> beside_queue;
};

/// Lives as long as the process; unplugging flips `plugged` and closes what the mux has open.
struct phone {
    phone(const model& hardware, const ios_profile& ios, identity who, double time_factor)
        : clock(time_factor), os(hardware, ios, std::move(who), log)
    {
    }

    /// Sets `runner`, by WebDriverAgent where there is one.
    void change_runner(virtualphone::runner state)
    {
        if (runner_switch)
            runner_switch(state);
        else
            runner = state;
    }

    /// It has been switched off and on.
    void restarted()
    {
        developer_image_mounted = false;
        const bool due = switch_progress == developer_switch::restart_due;
        switch_progress = due ? developer_switch::asks : developer_switch::settled;
    }

    /// Developer mode is on, or iOS has none yet.
    bool allows_development() const { return developer_mode || !os.ios().developer_mode; }

    /// The developer image is that of Xcode 27 or a later one, which iOS 17 takes as well.
    bool has_image_of_xcode_27() const
    {
        return has_remote_control() || (image_of_xcode_27 && major_release(os.ios()) >= 17);
    }

    /// From that image on a runner leaves the front only where it was launched behind it.
    bool keeps_runners_in_front() const { return has_image_of_xcode_27(); }

    /// Reports of HID reach the phone's software.
    bool hears_reports() const
    {
        return has_remote_control() && (streaming.touch_gate == touch_gate::open || stream.settled);
    }

    /// Its picture as a stream, and touches from outside.
    bool has_remote_control() const { return major_release(os.ios()) >= 27; }

    event_log log;
    device_clock clock;
    operating_system os;
    device_ports ports;
    fault_switches faults;
    bool plugged = true;
    virtualphone::trust trust = trust::yes;
    virtualphone::runner runner = runner::running;
    std::function<void(virtualphone::runner)> runner_switch; // of WebDriverAgent; empty: none
    bool runner_has_frameworks = true; // XCTest's own, so that it needs a test session
    virtualphone::ui_automation automation = ui_automation::on;
    wda::runner_profile agent;                         // which WebDriverAgent the runner is
    wda::runner_times times;                           // and how quick
    request_counts requests;                           // that the runner has been asked
    std::set<std::string, std::less<>> untrusted_apps; // whose developer nobody has trusted
    std::set<std::string, std::less<>> expired_apps;   // whose profile has ended
    virtualphone::edge_swipes edge_swipes = edge_swipes::of_system;
    bool developer_mode = true;
    bool developer_menu = false; // revealed: Settings shows the switch of developer mode
    developer_switch switch_progress = developer_switch::settled;
    bool developer_image_mounted = true;
    unsigned images_unmounted = 0;  // by hosts
    std::string tunnel_host;        // by which UUID the latest one has named itself
    bool image_of_xcode_27 = false; // though the phone's iOS is older
    bool trusts_developers = true;  // whose apps hosts install; else the person has to say so
    stream_settings streaming;
    std::shared_ptr<const media::picture_loop> loop; // that is streamed instead of the picture
    stream_state stream;
};

} // namespace thimble::virtualphone
