#include "program/state_directory.hpp"

#include "program/private_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace thimble::service {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_line = 1024;

std::expected<void, std::string> make_private_directory(const fs::path& where)
{
    std::error_code error;
    if (where.has_parent_path())
        fs::create_directories(where.parent_path(), error);
    if (error)
        return std::unexpected("Cannot create " + where.parent_path().string() + ": " +
                               error.message());
    if (::mkdir(where.c_str(), 0700) != 0 && errno != EEXIST)
        return std::unexpected(file_problem("create", where));
    struct stat about = {};
    if (::stat(where.c_str(), &about) != 0)
        return std::unexpected(file_problem("use", where));
    if (!S_ISDIR(about.st_mode))
        return std::unexpected(where.string() + " is not a directory");
    if (about.st_uid != ::geteuid())
        return std::unexpected(where.string() + " belongs to another user");
    if ((about.st_mode & 077U) != 0 && ::chmod(where.c_str(), 0700) != 0)
        return std::unexpected(file_problem("make private", where));
    return {};
}

/// The lock file's descriptor, not locked yet.
std::expected<int, std::string> open_lock(const fs::path& where)
{
    const fs::path file = where / "lock";
    const int lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0)
        return std::unexpected(file_problem("write in", where));
    return lock;
}

} // namespace

std::expected<fs::path, std::string> default_state_directory(std::string_view name,
                                                             const environment& variables)
{
    if (const auto given = variables("STATE_DIRECTORY"))
        return fs::path(given->substr(0, given->find(':'))); // systemd may name several
    const auto home = variables("HOME");
#ifdef __APPLE__
    if (home)
        return fs::path(*home) / "Library" / "Application Support" / name;
#else
    if (const auto state_home = variables("XDG_STATE_HOME"))
        return fs::path(*state_home) / name;
    if (home)
        return fs::path(*home) / ".local" / "state" / name;
#endif
    return std::unexpected("There is no HOME to keep state in; name a directory with --state-dir");
}

std::expected<void, std::string> prepare_state_directory(const fs::path& where)
{
    if (auto made = make_private_directory(where); !made)
        return made;
    const auto lock = open_lock(where);
    if (!lock)
        return std::unexpected(lock.error());
    ::close(*lock);
    return {};
}

std::expected<state_directory, std::string> state_directory::open(const fs::path& where)
{
    if (auto made = make_private_directory(where); !made)
        return std::unexpected(made.error());
    const auto lock = open_lock(where);
    if (!lock)
        return std::unexpected(lock.error());
    state_directory result(where, *lock);
    if (::flock(*lock, LOCK_EX | LOCK_NB) != 0)
        return std::unexpected(where.string() +
                               " is in use by another process; stop it or name another directory "
                               "with --state-dir");
    return result;
}

state_directory::state_directory(state_directory&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1))
{
}

state_directory::~state_directory()
{
    if (lock_ >= 0)
        ::close(lock_); // gives the lock up
}

std::expected<std::string, std::string> state_directory::line(std::string_view file,
                                                              std::string (*make)()) const
{
    const fs::path where = path_ / file;
    auto content = read_private_file(where, longest_line);
    if (!content)
        return std::unexpected(content.error());
    if (*content) {
        const std::string line = (*content)->substr(0, (*content)->find('\n'));
        if (!line.empty())
            return line;
    }
    std::string made = make();
    if (auto written = write_private_file(where, made + '\n'); !written)
        return std::unexpected(written.error());
    return made;
}

} // namespace thimble::service
