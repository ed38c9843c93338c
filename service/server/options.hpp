// Options of thimble-service: command line, environment and files in one value.
#pragma once

#include "bus/nats_address.hpp"
#include "models/provider.hpp"
#include "program/early_exit.hpp"
#include "program/environment.hpp"
#include "service/admin/admin_request.hpp"
#include "service/agent/permissions.hpp"
#include "service/settings/agent_settings.hpp"
#include "service/settings/serving.hpp"
#include "store/address.hpp"

#include <spdlog/common.h>

#include <chrono>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace thimble::service {

struct options {
    service::serving serving;
    std::optional<models::provider> model;              // that agents think with
    agent::permissions rules;                           // what agents may do
    session_picture_settings pictures;                  // that agents were shown
    std::optional<admin_request> admin;                 // an operator's command instead of serving
    std::filesystem::path state_dir;                    // may not exist yet
    std::optional<bus::nats_address> nats;              // nothing: it is one node
    bool usual_state_dir = true;                        // the one of this user
    std::optional<store::server_address> store_server;  // nothing: SQLite in the state directory
    bool pictures_in_store = false;                     // and not files of the state directory
    std::optional<std::chrono::milliseconds> heartbeat; // of links, where it is not the usual
    spdlog::level::level_enum log_level = spdlog::level::info;
};

/// `arguments` without the program's name.
std::expected<options, early_exit> read_options(std::span<const char* const> arguments,
                                                const environment& variables);

} // namespace thimble::service
