// The log's lines about what phones can be driven, and what keeps the others from it.
#pragma once

#include "link/phone_state.hpp"

#include <spdlog/logger.h>

#include <map>
#include <memory>
#include <string>

namespace thimble::daemon {

/// Home thread. A line for each change between ready and what blocks a phone; none for what
/// else changes.
class readiness_log {
public:
    explicit readiness_log(std::shared_ptr<spdlog::logger> log) : log_(std::move(log)) {}

    void note(const link::phone_state& phone);

private:
    std::shared_ptr<spdlog::logger> log_;
    std::map<std::string, std::string> said_; // by UDID, of those that are attached
};

} // namespace thimble::daemon
