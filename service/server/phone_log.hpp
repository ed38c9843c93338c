// The log's lines about phones that become ready, cease to be, or go.
#pragma once

#include "service/phones/phones.hpp"

#include <spdlog/logger.h>

#include <map>
#include <memory>
#include <string>

namespace thimble::service {

/// Home thread. A line for each change of readiness, with the name that people see, and none for
/// what else changes. `all` outlives it.
class phone_log {
public:
    phone_log(const phones& all, std::shared_ptr<spdlog::logger> log)
        : all_(all), log_(std::move(log))
    {
    }

    void note(const known_phone& phone);

    /// The same of all that a desktop holds or held last.
    void note_all_of(const std::string& desktop_id);

    /// Forgets phones that are not known any more. Now and then.
    void prune();

private:
    const phones& all_;
    std::shared_ptr<spdlog::logger> log_;
    std::map<std::string, std::string> said_; // by phone id
};

} // namespace thimble::service
