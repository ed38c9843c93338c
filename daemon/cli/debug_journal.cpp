#include "daemon/cli/debug_journal.hpp"

#include <spdlog/fmt/fmt.h>

#include <unistd.h>
#include <utility>

namespace thimble::daemon {

namespace fs = std::filesystem;

debug_journal::debug_journal(std::optional<service::state_directory> state,
                             journal records,
                             fs::path temporary)
    : state_(std::move(state)), records_(std::move(records)), temporary_(std::move(temporary))
{
}

debug_journal::debug_journal(debug_journal&& other) noexcept
    : state_(std::move(other.state_)), records_(std::move(other.records_)),
      temporary_(std::exchange(other.temporary_, {}))
{
}

debug_journal::~debug_journal()
{
    std::error_code ignored;
    if (!temporary_.empty())
        fs::remove(temporary_, ignored);
}

std::expected<debug_journal, std::string> debug_journal::open(const fs::path& state_dir,
                                                              const fs::path& runtime_directory,
                                                              spdlog::logger& log)
{
    if (auto state = service::state_directory::open(state_dir)) {
        const fs::path file = state->path() / "journal";
        if (auto records = journal::open(file)) {
            log.info("the journal is {}", file.string());
            return debug_journal(std::move(*state), std::move(*records), {});
        }
    }
    const fs::path file = runtime_directory / fmt::format("debug-{}.journal", ::getpid());
    auto records = journal::open(file);
    if (!records)
        return std::unexpected(records.error());
    log.info("the journal is {} for this action; the state directory cannot be used",
             file.string());
    return debug_journal(std::nullopt, std::move(*records), file);
}

} // namespace thimble::daemon
