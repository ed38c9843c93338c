#include "daemon/control/runtime_directory.hpp"

#include "program/private_file.hpp"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace thimble::daemon {

namespace fs = std::filesystem;

namespace {

constexpr mode_t writable_by_others = 022;
constexpr mode_t open_to_others = 077;

/// Where it is, and what of its mode would let others in.
struct location {
    fs::path path;
    mode_t forbidden = open_to_others;
};

location location_for(const service::environment& variables)
{
    // The service manager makes this one, and lets others read it by default.
    if (const auto given = variables("RUNTIME_DIRECTORY"))
        return {.path = given->substr(0, given->find(':')), .forbidden = writable_by_others};
    if (const auto given = variables("XDG_RUNTIME_DIR"))
        return {.path = fs::path(*given) / "thimble"};
    return {.path = "/tmp/thimble-" + std::to_string(::geteuid())};
}

/// In /tmp anybody may have been there first, with a link or a directory of their own.
std::expected<void, std::string> check(const location& where)
{
    struct stat about = {};
    if (::lstat(where.path.c_str(), &about) != 0)
        return std::unexpected(service::file_problem("use", where.path));
    if (!S_ISDIR(about.st_mode))
        return std::unexpected(where.path.string() + " is not a directory. Remove it.");
    if (about.st_uid != ::geteuid())
        return std::unexpected(where.path.string() +
                               " belongs to another user. Set XDG_RUNTIME_DIR to a directory of "
                               "your own.");
    if ((about.st_mode & where.forbidden) != 0)
        return std::unexpected(where.path.string() +
                               " is open to others. Make it private: chmod 700 " +
                               where.path.string());
    return {};
}

} // namespace

std::expected<runtime_directory, std::string>
runtime_directory::open(const service::environment& variables)
{
    const location where = location_for(variables);
    if (::mkdir(where.path.c_str(), 0700) != 0 && errno != EEXIST)
        return std::unexpected(service::file_problem("create", where.path));
    if (auto checked = check(where); !checked)
        return std::unexpected(checked.error());
    return runtime_directory(where.path);
}

} // namespace thimble::daemon
