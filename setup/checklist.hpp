// The steps between a phone in its box and the first touch of it, ticked by what is known.
#pragma once

#include "link/phone_state.hpp"

#include <boost/describe/enum.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::setup {

/// In the order in which they are taken. The names are part of the contract.
enum class step_code : std::uint8_t {
    cable,
    unlock,
    trust,
    developer_mode,
    developer_image,
    without_runner, // the things that this iOS lets be done without one
    runner_installed,
    certificate_trusted,
    ui_automation,
    runner_started,
    first_look,
    first_tap,
    advice,
};
BOOST_DESCRIBE_ENUM(step_code,
                    cable,
                    unlock,
                    trust,
                    developer_mode,
                    developer_image,
                    without_runner,
                    runner_installed,
                    certificate_trusted,
                    ui_automation,
                    runner_started,
                    first_look,
                    first_tap,
                    advice)

std::string_view to_string(step_code code);

enum class step_state : std::uint8_t {
    done,
    current, // the one to be taken now; at most one
    waiting, // for an earlier one
    not_needed,
    unknown, // to whoever made the list
};
BOOST_DESCRIBE_ENUM(step_state, done, current, waiting, not_needed, unknown)

std::string_view to_string(step_state state);

/// One step in words for a person; empty where there is nothing to say.
struct step {
    step_code code = step_code::cable;
    step_state state = step_state::waiting;
    std::string title = {};    // "Developer Mode"
    std::string thimble = {};  // what Thimble does
    std::string person = {};   // what the person does, with the words that the phone shows
    std::string why = {};      // what it is good for
    std::string duration = {}; // usually
    std::string problem = {};  // why it is not done yet
    std::string docs = {};     // where the documents say more: "docs/iphone.md#trust"
    std::string blocker = {};  // the code of what stands in the way, of the REST contract
};

/// A step that Thimble takes itself: a look, a touch, the switch of developer mode.
enum class attempt : std::uint8_t {
    none,
    under_way,
    succeeded,
    failed,
    unknown, // to one who takes none itself: it may have been made elsewhere
};

struct tried {
    attempt state = attempt::none;
    std::string problem = {}; // of one that failed
};

/// All that the list follows from.
struct knowledge {
    std::optional<link::phone_state> phone = {}; // nothing: not attached
    std::vector<link::blocker> computer = {};    // no matter which phone
    bool mounts_images = false;                  // whoever drives the phone does so by itself
    std::string computer_name = {};              // of the phone's; empty: not known
    tried look = {};
    tried tap = {};
    tried developer_mode = {}; // switched on from here; under way: its restart is awaited
};

struct checklist {
    std::vector<step> steps; // each step_code once, in order

    /// The step to be taken now; nullptr: none is left.
    const step* current() const;

    /// True until more is known than that the phone is there: what the list says is preliminary.
    bool preliminary = false;
};

checklist make_checklist(const knowledge& known);

/// The message of DRIVER_STARTING where no runner is starting: little is known of the phone yet.
/// device/fleet has it.
inline constexpr std::string_view being_looked_at_message = "The phone is being looked at.";

/// The remedy of a missing image where nothing has been tried; device/fleet has it.
inline constexpr std::string_view untried_image_remedy =
    "Connect the phone to Xcode once, or mount the image with `thimbled image mount`.";

} // namespace thimble::setup
