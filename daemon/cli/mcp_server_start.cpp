#include "daemon/cli/mcp_server_start.hpp"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

extern char** environ; // NOLINT: the only way to hand it on

namespace thimble::daemon {

namespace {

namespace fs = std::filesystem;

constexpr mode_t log_mode = 0600;

/// The program that this process runs.
fs::path own_program()
{
#ifdef __linux__
    std::error_code unknown;
    if (auto path = fs::read_symlink("/proc/self/exe", unknown); !unknown)
        return path;
#endif
    return "thimbled";
}

struct spawn_actions {
    spawn_actions() { posix_spawn_file_actions_init(&value); }
    spawn_actions(const spawn_actions&) = delete;
    spawn_actions& operator=(const spawn_actions&) = delete;
    ~spawn_actions() { posix_spawn_file_actions_destroy(&value); }
    posix_spawn_file_actions_t value{};
};

struct spawn_attributes {
    spawn_attributes() { posix_spawnattr_init(&value); }
    spawn_attributes(const spawn_attributes&) = delete;
    spawn_attributes& operator=(const spawn_attributes&) = delete;
    ~spawn_attributes() { posix_spawnattr_destroy(&value); }
    posix_spawnattr_t value{};
};

/// The port is any that is free: whoever wants another one starts a thimbled --local.
std::vector<std::string> arguments_of_server(const options& given)
{
    return {own_program().string(), "--local",     "--while-used",          "--listen",
            "127.0.0.1:0",          "--state-dir", given.state_dir.string()};
}

} // namespace

std::expected<started_server, std::string> start_server(const options& given)
{
    std::error_code failed;
    fs::create_directories(given.state_dir, failed);
    if (!failed)
        fs::permissions(given.state_dir, fs::perms::owner_all, failed);
    if (failed)
        return std::unexpected(
            fmt::format("Cannot use {}: {}.", given.state_dir.string(), failed.message()));
    started_server out{.log = given.state_dir / "mcp.log"};
    const auto log = out.log.string();
    spawn_actions files;
    posix_spawn_file_actions_addopen(&files.value, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files.value, 1, "/dev/null", O_WRONLY, 0);
    // Not O_CLOEXEC: it may be opened as 2 itself, and would be closed before the program begins.
    posix_spawn_file_actions_addopen(&files.value, 2, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     log_mode);
    auto words = arguments_of_server(given);
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (auto& each : words)
        pointers.push_back(each.data());
    pointers.push_back(nullptr);
    spawn_attributes how;
    posix_spawnattr_setflags(&how.value, POSIX_SPAWN_SETSID);
    const int problem = ::posix_spawnp(&out.process, words.front().c_str(), &files.value,
                                       &how.value, pointers.data(), environ);
    if (problem != 0)
        return std::unexpected(fmt::format("Cannot start {}: {}.", words.front(),
                                           std::generic_category().message(problem)));
    return out;
}

bool is_running(const started_server& what)
{
    return ::waitpid(what.process, nullptr, WNOHANG) == 0;
}

} // namespace thimble::daemon
