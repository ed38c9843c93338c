#include "program/logging.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::service {

std::expected<spdlog::level::level_enum, std::string> parse_log_level(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, spdlog::level::level_enum>, 6> levels{{
        {"trace", spdlog::level::trace},
        {"debug", spdlog::level::debug},
        {"info", spdlog::level::info},
        {"warn", spdlog::level::warn},
        {"error", spdlog::level::err},
        {"off", spdlog::level::off},
    }};
    const auto* found = std::ranges::find(levels, text, [](const auto& one) { return one.first; });
    if (found == levels.end())
        return std::unexpected(
            fmt::format("'{}' is no log level; use trace, debug, info, warn, error or off", text));
    return found->second;
}

std::shared_ptr<spdlog::logger> make_logger(const std::string& name,
                                            spdlog::level::level_enum level)
{
    auto log =
        std::make_shared<spdlog::logger>(name, std::make_shared<spdlog::sinks::stderr_sink_mt>());
    log->set_level(level);
    log->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %n: %v");
    log->flush_on(spdlog::level::trace);
    return log;
}

} // namespace thimble::service
