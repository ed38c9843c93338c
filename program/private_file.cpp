#include "program/private_file.hpp"

#include "program/whole_write.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace thimble::service {

namespace {

class descriptor {
public:
    explicit descriptor(int value) noexcept : value_(value) {}
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    ~descriptor()
    {
        if (value_ >= 0)
            ::close(value_);
    }
    int value() const noexcept { return value_; }
    explicit operator bool() const noexcept { return value_ >= 0; }

private:
    int value_;
};

/// True where what was written is on the disk. fsync() of a Mac leaves it in the drive's cache.
bool sync_to_disk(int file)
{
#ifdef F_FULLFSYNC
    if (::fcntl(file, F_FULLFSYNC) == 0)
        return true; // file systems that do not have it refuse
#endif
    return ::fsync(file) == 0;
}

enum class survives : std::uint8_t { end_of_process, loss_of_power };

std::expected<void, std::string> sync_directory_of(const std::filesystem::path& file)
{
    const auto where = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    const descriptor directory(::open(where.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory || !sync_to_disk(directory.value()))
        return std::unexpected(file_problem("write to", where));
    return {};
}

std::expected<void, std::string>
replace(const std::filesystem::path& file, std::string_view content, survives what)
{
    auto draft = file;
    draft += ".new";
    {
        const descriptor to(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        if (!to)
            return std::unexpected(file_problem("create", draft));
        if (!write_all(to.value(), content))
            return std::unexpected(file_problem("write to", draft));
        if (what == survives::loss_of_power && !sync_to_disk(to.value()))
            return std::unexpected(file_problem("write to", draft));
    }
    if (::rename(draft.c_str(), file.c_str()) != 0)
        return std::unexpected(file_problem("replace", file));
    return what == survives::loss_of_power ? sync_directory_of(file)
                                           : std::expected<void, std::string>();
}

} // namespace

std::string file_problem(std::string_view doing, const std::filesystem::path& file)
{
    const auto reason = std::error_code(errno, std::generic_category()).message();
    return "Cannot " + std::string(doing) + " " + file.string() + ": " + reason;
}

std::expected<void, std::string> write_private_file(const std::filesystem::path& file,
                                                    std::string_view content)
{
    return replace(file, content, survives::end_of_process);
}

std::expected<void, std::string> write_private_file_through(const std::filesystem::path& file,
                                                            std::string_view content)
{
    return replace(file, content, survives::loss_of_power);
}

std::expected<std::optional<std::string>, std::string>
read_private_file(const std::filesystem::path& file, std::size_t limit)
{
    const descriptor from(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!from && errno == ENOENT)
        return std::nullopt;
    struct stat about = {};
    if (!from || ::fstat(from.value(), &about) != 0)
        return std::unexpected(file_problem("read", file));
    if ((about.st_mode & 077U) != 0)
        return std::unexpected(
            file.string() + " can be read by others. Make it private: chmod 600 " + file.string());
    if (about.st_uid != 0 && about.st_uid != ::geteuid())
        return std::unexpected(file.string() + " belongs to another user (id " +
                               std::to_string(about.st_uid) +
                               "), who could change it. Make it yours: chown " +
                               std::to_string(::geteuid()) + " " + file.string());
    std::string content(limit, '\0');
    const ssize_t length = ::read(from.value(), content.data(), content.size());
    if (length < 0)
        return std::unexpected(file_problem("read", file));
    content.resize(static_cast<std::size_t>(length));
    return content;
}

} // namespace thimble::service
