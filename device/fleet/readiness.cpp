#include "device/fleet/readiness.hpp"

#include "device/os_version.hpp"

#include <string>
#include <utility>

namespace thimble::device {
namespace {

constexpr int oldest_ios_with_a_runner = 14;

blocker blocked_by(blocker_code code, std::string message, std::string remedy)
{
    return {.code = code, .message = std::move(message), .remedy = std::move(remedy), .since = {}};
}

/// Words that are not ours: backticks mark the commands of a text, and they have none.
std::string foreign(std::string words)
{
    std::erase(words, '`');
    return words;
}

std::optional<blocker> trust_blocker(trust_state trust)
{
    switch (trust) {
    case trust_state::unknown:
    case trust_state::trusted:
        return std::nullopt;
    case trust_state::not_trusted:
        return blocked_by(blocker_code::not_trusted, "The phone does not trust this computer.",
                          "Unlock the phone, plug it in again, and tap Trust when it asks. If it "
                          "does not ask, Settings > General > Transfer or Reset iPhone > Reset > "
                          "Reset Location & Privacy has it ask every computer anew.");
    case trust_state::pending:
        return blocked_by(
            blocker_code::trust_pending, "The phone is asking whether to trust this computer.",
            "Tap Trust on the phone and enter its passcode. If it shows no question, unplug "
            "it and plug it in again.");
    case trust_state::denied:
        return blocked_by(blocker_code::trust_denied,
                          "The phone was told not to trust this computer.",
                          "Unplug the phone, plug it in again, and tap Trust when it asks.");
    case trust_state::locked:
        return blocked_by(blocker_code::locked,
                          "The phone is locked and does not answer this computer.",
                          "Unlock the phone with its passcode.");
    }
    return std::nullopt;
}

blocker image_missing(const std::string& problem)
{
    return blocked_by(
        blocker_code::developer_image_missing, "The developer image is not mounted on the phone.",
        problem.empty()
            ? "Connect the phone to Xcode once, or mount the image with `thimbled image mount`."
            : foreign(problem));
}

blocker being_looked_at()
{
    return blocked_by(blocker_code::driver_starting, "The phone is being looked at.",
                      "Wait a moment; keep the phone connected and unlocked.");
}

blocker image_replaced()
{
    return blocked_by(blocker_code::driver_starting,
                      "The phone's developer image is replaced by the one on this computer.",
                      "Wait a moment; keep the phone connected and unlocked.");
}

blocker starting()
{
    return blocked_by(blocker_code::driver_starting, "WebDriverAgentRunner is starting.",
                      "Wait a moment; keep the phone unlocked, and enter its passcode if it asks "
                      "for it.");
}

/// A reason that needs a person; nothing for one that may pass by itself.
std::optional<blocker> start_blocker(const runner_problem& why, const observation& seen)
{
    switch (why.what) {
    case runner_obstacle::locked:
        return blocked_by(blocker_code::locked, "The phone is locked.",
                          "Unlock the phone, or switch its passcode and auto-lock off.");
    case runner_obstacle::not_trusted:
        return blocked_by(
            blocker_code::driver_not_trusted,
            "The phone does not trust the certificate that WebDriverAgentRunner was signed with.",
            "Trust it in Settings > General > VPN & Device Management on the phone. If it is "
            "trusted there, its profile has expired: sign WebDriverAgentRunner anew and install "
            "it again.");
    case runner_obstacle::expired:
        return blocked_by(blocker_code::driver_expired,
                          "The provisioning profile of WebDriverAgentRunner has expired.",
                          "Sign WebDriverAgentRunner anew and install it again.");
    case runner_obstacle::automation_off:
        return blocked_by(blocker_code::ui_automation_off,
                          "iOS does not let WebDriverAgentRunner automate the phone.",
                          "Switch on Settings > Developer > Enable UI Automation on the phone. If "
                          "it is on, unplug the phone and plug it in again.");
    case runner_obstacle::passcode_wanted:
        return blocked_by(
            blocker_code::ui_automation_passcode,
            "The phone asked for its passcode to allow UI Automation, and nobody "
            "entered it.",
            "Enter the passcode on the phone when it asks again, which it does within "
            "some minutes, and soon after it was unplugged and plugged in again. A "
            "phone without a passcode does not ask.");
    case runner_obstacle::image_missing:
        return image_missing(seen.image_problem);
    case runner_obstacle::test_manager:
        return blocked_by(blocker_code::driver_not_authorized,
                          "The phone's testmanagerd does not let WebDriverAgentRunner run. " +
                              foreign(why.reason),
                          "Unlock the phone, unplug it and plug it in again. If that does not "
                          "help, restart the phone.");
    case runner_obstacle::not_backgrounded:
    case runner_obstacle::other:
        break;
    }
    return std::nullopt;
}

blocker stopped_on_request()
{
    return blocked_by(blocker_code::driver_not_running,
                      "WebDriverAgentRunner was stopped on request.",
                      "Have it started with `thimbled runner start`, or plug the phone in again.");
}

/// For a runner that refuses connections and could be started.
std::optional<blocker> kept_blocker(const observation& seen)
{
    if (seen.start == runner_phase::idle)
        return std::nullopt;
    if (seen.start == runner_phase::stopped)
        return stopped_on_request();
    if (seen.start_problem)
        if (auto why = start_blocker(*seen.start_problem, seen))
            return why;
    if (seen.start != runner_phase::given_up && seen.start_problem && seen.start_problem->refused)
        return blocked_by(blocker_code::driver_not_running,
                          "WebDriverAgentRunner cannot be started. " +
                              foreign(seen.start_problem->reason),
                          "Keep the phone unlocked; it is tried again. If that does not help, "
                          "unplug the phone and plug it in again.");
    if (seen.start != runner_phase::given_up)
        return starting();
    return blocked_by(
        blocker_code::driver_not_running,
        "WebDriverAgentRunner was started again and again and ends each time. " +
            (seen.start_problem ? foreign(seen.start_problem->reason) : std::string()),
        "Unlock the phone, unplug it and plug it in again, or restart it. It is left alone for "
        "some minutes, and started again then.");
}

std::optional<blocker> refused_blocker(const observation& seen)
{
    if (const int major = major_version(seen.os_version);
        major > 0 && major < oldest_ios_with_a_runner)
        return blocked_by(blocker_code::ios_too_old,
                          "iOS " + foreign(seen.os_version) + " is too old to be driven.",
                          "Update the phone to iOS 14 or later.");
    if (seen.image_mounted == false)
        return image_missing(seen.image_problem);
    if (seen.runner_installed == false)
        return blocked_by(blocker_code::driver_not_installed,
                          "WebDriverAgentRunner is not installed on the phone.",
                          "Install WebDriverAgentRunner on the phone with `thimbled runner "
                          "install FILE`, or with Xcode.");
    if (auto kept = kept_blocker(seen))
        return kept;
    return blocked_by(blocker_code::driver_not_running,
                      "WebDriverAgentRunner is not running on the phone.",
                      "Start WebDriverAgentRunner on the phone; it has to listen on port 8100.");
}

std::optional<blocker> driver_blocker(const observation& seen)
{
    if (!seen.claimed)
        return blocked_by(blocker_code::driver_not_running,
                          "Another program of Thimble on this computer drives the phone.",
                          "Use that one, or end it.");
    switch (seen.runner) {
    case wda::runner_state::answering:
        return std::nullopt;
    case wda::runner_state::unknown:
    case wda::runner_state::starting:
        return blocked_by(blocker_code::driver_starting, "WebDriverAgentRunner is starting.",
                          "Wait a moment; keep the phone unlocked.");
    case wda::runner_state::refused:
        return refused_blocker(seen);
    case wda::runner_state::silent:
        return blocked_by(
            blocker_code::driver_not_running,
            "WebDriverAgentRunner hangs: it listens on the phone and does not answer.",
            "Dismiss what the phone shows; if that does not help, start WebDriverAgentRunner "
            "again.");
    case wda::runner_state::automation_off:
        return blocked_by(
            blocker_code::ui_automation_off,
            "iOS does not let WebDriverAgentRunner automate the phone.",
            "Unlock the phone and start WebDriverAgentRunner again. If that does not help, unplug "
            "the phone and plug it in again; last, switch on Settings > Developer > Enable UI "
            "Automation and answer the phone's passcode prompt.");
    case wda::runner_state::too_old:
        return blocked_by(
            blocker_code::driver_too_old,
            "WebDriverAgentRunner " + foreign(seen.driver_version) +
                " on the phone is too old: 5.10.1 is the oldest that can be driven.",
            "Install a newer WebDriverAgentRunner on the phone, 16.7.3 or later, and start it.");
    }
    return std::nullopt;
}

std::string remedy_of_developer_mode(bool shown)
{
    std::string remedy =
        "Switch on Settings > Privacy & Security > Developer Mode, near the end of "
        "that page; the phone restarts and asks once more.";
    if (!shown)
        remedy += " If the page does not show it, connect the phone to Xcode once.";
    return remedy;
}

/// Of what can be done without a runner the capabilities tell.
blocker with_what_it_adds(blocker what, const observation& seen)
{
    const bool of_the_runner = what.code == blocker_code::driver_not_installed ||
                               what.code == blocker_code::driver_not_running ||
                               what.code == blocker_code::driver_not_trusted ||
                               what.code == blocker_code::driver_expired ||
                               what.code == blocker_code::driver_too_old ||
                               what.code == blocker_code::driver_not_authorized ||
                               what.code == blocker_code::ui_automation_off ||
                               what.code == blocker_code::ui_automation_passcode;
    if (of_the_runner && !seen.added_by_runner.empty())
        what.message += " It would add " + seen.added_by_runner + "; the rest works without it.";
    return what;
}

} // namespace

std::optional<blocker> first_blocker(const observation& seen)
{
    if (trust_missing(seen.trust))
        return trust_blocker(seen.trust);
    if (!seen.asked || (seen.claimed && seen.runner == wda::runner_state::unknown))
        return being_looked_at();
    if (seen.trust == trust_state::locked)
        return trust_blocker(seen.trust);
    if (seen.locked == true)
        return blocked_by(blocker_code::locked, "The phone is locked.",
                          "Unlock the phone, or switch its passcode and auto-lock off.");
    if (seen.developer_mode == false)
        return blocked_by(blocker_code::developer_mode_off, "Developer Mode is off.",
                          remedy_of_developer_mode(seen.developer_mode_shown));
    if (seen.claimed && seen.replacing_image && seen.runner != wda::runner_state::answering)
        return image_replaced();
    if (seen.claimed && seen.driven_by_services)
        return std::nullopt;
    if (seen.claimed && seen.services_unseen && seen.runner == wda::runner_state::refused)
        return being_looked_at();
    auto missing = driver_blocker(seen);
    if (missing)
        missing = with_what_it_adds(std::move(*missing), seen);
    return missing;
}

} // namespace thimble::device
