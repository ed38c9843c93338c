// The journal of a process that lives for one action.
#pragma once

#include "daemon/execution/journal.hpp"
#include "program/state_directory.hpp"

#include <spdlog/logger.h>

#include <expected>
#include <filesystem>
#include <optional>
#include <string>

namespace thimble::daemon {

/// That of the state directory while no other process uses it, else a file in the runtime directory
/// that goes with this object. The log says which.
class debug_journal {
public:
    static std::expected<debug_journal, std::string>
    open(const std::filesystem::path& state_dir,
         const std::filesystem::path& runtime_directory,
         spdlog::logger& log);

    debug_journal(debug_journal&& other) noexcept;
    debug_journal& operator=(debug_journal&&) = delete;
    ~debug_journal();

    journal& records() noexcept { return records_; }

private:
    debug_journal(std::optional<service::state_directory> state,
                  journal records,
                  std::filesystem::path temporary);

    std::optional<service::state_directory> state_; // locked as long as its journal is in use
    journal records_;
    std::filesystem::path temporary_; // empty when the journal stays
};

} // namespace thimble::daemon
