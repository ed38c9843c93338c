// A runner's launch and the configuration that it asks for.
#pragma once

#include "device/dtx/value.hpp"
#include "device/runner_start/launch.hpp"

namespace thimble::device::runner_start {

/// The two ways in which a test session is begun.
enum class session_kind : std::uint8_t {
    ios_14, // up to iOS 16
    ios_17, // and later
};

/// An installed app that runs tests of its own, WebDriverAgent say.
struct runner_app {
    std::string bundle_id; // of the app, with its ".xctrunner" mostly
    std::string path; // of the app on the phone, "/private/var/…/WebDriverAgentRunner-Runner.app"
    std::string test_bundle; // without its ending, "WebDriverAgentRunner"

    /// Besides those that a session needs; USE_PORT, say.
    environment variables{};
};

struct session_plan {
    session_kind kind = session_kind::ios_17;
    dtx::uuid identifier;

    /// Absolute path of a file on the phone with the archived configuration, which some versions up
    /// to iOS 16 read; empty where the runner asks for it instead, as all later ones do.
    std::string configuration_file{};
};

/// "01234567-89AB-…".
std::string to_text(const dtx::uuid& what);

/// A plan with an identifier of random bits.
session_plan new_plan(session_kind kind);

dtx::object xct_capabilities(dtx::value content);

/// For the session: all that the IDE of that time can do.
dtx::object ide_capabilities(session_kind kind);

/// The XCTestConfiguration.
dtx::object configuration(const runner_app& of, const session_plan& plan);

launch_request runner_launch(const runner_app& of, const session_plan& plan);

} // namespace thimble::device::runner_start
