// Options of thimbled: command line, environment and files in one validated value.
#pragma once

#include "daemon/settings/app_settings.hpp"
#include "daemon/settings/connection_settings.hpp"
#include "daemon/settings/runner_settings.hpp"
#include "device/capability.hpp"
#include "device/images/mount.hpp"
#include "models/provider.hpp"
#include "program/early_exit.hpp"
#include "program/environment.hpp"
#include "service/agent/permissions.hpp"
#include "service/settings/agent_settings.hpp"
#include "service/settings/serving.hpp"

#include <spdlog/common.h>

#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace thimble::daemon {

enum class program_mode : std::uint8_t {
    local,
    connected,
    enroll,
    action,
    task,
    recording,
    doctor,
    status,
    sign_in,
    image,
    apps,
    runner, // stopped or kept again
    setup,
    trial,
    mcp,
};

struct options {
    program_mode mode = program_mode::local;
    std::string action;                       // of --debug, as it was written
    std::vector<std::string> words;           // of an action that is a command; its name first
    std::optional<std::string> phone;         // id, UDID or name
    std::optional<std::chrono::seconds> wait; // for a ready phone
    bool json = false;                        // else for a person
    bool watch = false;                       // of status
    bool yes = false;                         // of setup: it may restart the phone
    bool force = false;                       // of enroll: in place of an earlier one
    std::optional<std::string> name;          // of enroll: the desktop's, for people
    bool while_used = false;                  // of local mode: a client has begun it
    service::serving serving;                 // of local mode
    std::optional<service::models::provider> model; // of local mode: that agents think with
    service::agent::permissions rules;              // of local mode: what agents may do
    service::session_picture_settings pictures;     // of local mode: that agents were shown
    connection_settings connection;                 // of everything that reaches a service
    std::filesystem::path state_dir;                // may not exist yet
    bool usual_state_dir = true;                    // what any thimbled of this user has
    std::optional<std::filesystem::path> record_to; // of the conversation with the phones
    int live_fps = device::usual_live_frames;       // that a phone is asked for at most
    bool tunnels = true;                            // to phones' own services are opened
    bool runners = true;                            // installed ones are kept running
    int runner_restarts = usual_runner_restarts;    // of one phone within ten minutes
    device::images::mount_settings images;          // where developer images come from
    std::filesystem::path report_to;                // of try
    std::string image_action;                       // of image: list, mount, status
    app_request app;                                // of runner and app
    std::uint64_t upload_bytes = 4ULL << 30U;       // that an app may have which comes by REST
    std::chrono::milliseconds app_look{30'000};     // between two looks at apps installed from here
    spdlog::level::level_enum log_level = spdlog::level::info;
};

using service::early_exit;

/// `arguments` without the program's name.
std::expected<options, early_exit> read_options(std::span<const char* const> arguments,
                                                const service::environment& variables);

/// Command line that enrols this desktop there, in the state directory that is meant.
std::string enroll_command(const options& given, const service_address& service);

/// The same in place of an earlier enrolment.
inline std::string enroll_again_command(const options& given, const service_address& service)
{
    return enroll_command(given, service) + " --force";
}

} // namespace thimble::daemon
