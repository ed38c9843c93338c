// The commands that put apps on phones and take them off, and those of runners: `thimbled runner`,
// `thimbled app`.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>

namespace thimble::daemon {

struct app_request {
    enum class deed : std::uint8_t {
        install,
        remove,
        start, // the runner that a thimbled keeps
        stop,
    };

    deed what = deed::install;
    bool runner = false;   // WebDriverAgent's is wanted, and no other app
    std::string file;      // to be installed, as it was written
    std::string bundle_id; // to be removed
    bool follow = false;   // the file: a newer one is installed by itself

    /// True for a command to the thimbled that keeps the runner.
    bool switches_runner() const { return what == deed::start || what == deed::stop; }
};

struct app_commands {
    CLI::App* runner = nullptr;
    CLI::App* app = nullptr;

    /// True where the command line has one of them.
    bool given(const CLI::App& whole) const
    {
        return whole.got_subcommand(runner) || whole.got_subcommand(app);
    }
};

/// `request` and `json` take what is written there, and outlive the parsing.
app_commands add_app_commands(CLI::App& whole, app_request& request, bool& json);

} // namespace thimble::daemon
