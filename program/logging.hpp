// The log: lines on stderr, where a terminal or the system's journal picks them up.
#pragma once

#include <spdlog/logger.h>

#include <expected>
#include <memory>
#include <string>
#include <string_view>

namespace thimble::service {

/// "trace", "debug", "info", "warn", "error" or "off".
std::expected<spdlog::level::level_enum, std::string> parse_log_level(std::string_view text);

std::shared_ptr<spdlog::logger> make_logger(const std::string& name,
                                            spdlog::level::level_enum level);

} // namespace thimble::service
