// A runner's launch and the configuration that it asks for.
#pragma once

#include "device/dtx/bytes.hpp"
#include "device/dtx/value.hpp"
#include "device/runner_start/launch.hpp"

#include <optional>

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

    /// Of the app's data, "/private/var/mobile/Containers/Data/Application/…", as
    /// installation_proxy tells it: for the configuration file up to iOS 16.
    std::string container{};

    /// Besides those that a session needs; USE_PORT, say.
    environment variables{};
};

struct session_plan {
    session_kind kind = session_kind::ios_17;
    dtx::uuid identifier;
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

/// Up to iOS 16 all known clients write the configuration into the app's container, by house_arrest
/// and before the launch, and name the file in the environment. Later runners ask for it.
struct configuration_file {
    std::string path_in_container; // "tmp/….xctestconfiguration"
    dtx::bytes content;
};

/// Nothing where there is none to be written: from iOS 17 on, or without a container, where the
/// runner is expected to ask.
std::optional<configuration_file> file_to_write(const runner_app& of, const session_plan& plan);

launch_request runner_launch(const runner_app& of, const session_plan& plan);

} // namespace thimble::device::runner_start
