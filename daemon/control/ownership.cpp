#include "daemon/control/ownership.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace thimble::daemon {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view prefix = "phone-";
constexpr std::string_view app_change_prefix = "apps-";
constexpr std::string_view suffix = ".lock";
constexpr std::size_t longest_udid = 64;
constexpr std::size_t longest_content = 4096;

/// An open lock file; closing it gives the lock up.
class lock_descriptor {
public:
    lock_descriptor(const fs::path& file, int flags)
        : value_(::open(file.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, 0600))
    {
    }
    lock_descriptor(const lock_descriptor&) = delete;
    lock_descriptor& operator=(const lock_descriptor&) = delete;
    ~lock_descriptor()
    {
        if (value_ >= 0)
            ::close(value_);
    }

    bool lock(int how) const { return value_ >= 0 && ::flock(value_, how | LOCK_NB) == 0; }
    bool is_open() const noexcept { return value_ >= 0; }

    bool write(std::string_view content) const
    {
        return ::ftruncate(value_, 0) == 0 && ::write(value_, content.data(), content.size()) ==
                                                  static_cast<ssize_t>(content.size());
    }

    std::string read() const
    {
        std::array<char, longest_content> content{};
        const ssize_t length = ::read(value_, content.data(), content.size());
        return {content.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
    }

private:
    int value_;
};

/// It becomes part of a file name.
bool is_udid(std::string_view text)
{
    constexpr std::string_view allowed = "0123456789abcdefABCDEF-";
    return !text.empty() && text.size() <= longest_udid &&
           text.find_first_not_of(allowed) == std::string_view::npos;
}

std::string content_of(const owner& who)
{
    nlohmann::json content;
    content["pid"] = who.process;
    content["socket"] = who.socket.string();
    content["mounts_images"] = who.mounts_images;
    return content.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::optional<owner> parse_owner(const std::string& content)
{
    const auto parsed = nlohmann::json::parse(content, nullptr, false);
    if (!parsed.is_object() || !parsed.contains("pid") || !parsed.contains("socket"))
        return std::nullopt;
    const auto& process = parsed.at("pid");
    const auto& socket = parsed.at("socket");
    if (!process.is_number_integer() || !socket.is_string())
        return std::nullopt;
    return owner{.process = process.get<pid_t>(),
                 .socket = socket.get<std::string>(),
                 .mounts_images = parsed.contains("mounts_images") &&
                                  parsed.at("mounts_images") == nlohmann::json(true)};
}

/// Nothing where nobody holds the lock, and in the instant before its holder has said who it is.
/// Looking takes a shared lock for an instant; a claim that meets it is made again by the fleet.
std::optional<owner> holder_of(const fs::path& lock_file)
{
    const lock_descriptor file(lock_file, O_RDONLY);
    if (!file.is_open() || file.lock(LOCK_SH))
        return std::nullopt;
    return parse_owner(file.read());
}

} // namespace

ownership::ownership(fs::path runtime_directory, fs::path control_socket, bool mounts_images)
    : directory_(std::move(runtime_directory)), control_socket_(std::move(control_socket)),
      mounts_images_(mounts_images)
{
}

fs::path ownership::lock_file(std::string_view udid) const
{
    return directory_ / (std::string(prefix).append(udid).append(suffix));
}

std::shared_ptr<void> ownership::claim(const std::string& udid) const
{
    return is_udid(udid) ? claim_file(lock_file(udid)) : nullptr;
}

std::shared_ptr<void> ownership::claim_app_change(const std::string& udid) const
{
    if (!is_udid(udid))
        return nullptr;
    return claim_file(directory_ / (std::string(app_change_prefix) + udid).append(suffix));
}

std::shared_ptr<void> ownership::claim_file(const fs::path& lock_file) const
{
    auto file = std::make_shared<lock_descriptor>(lock_file, O_RDWR | O_CREAT);
    if (!file->lock(LOCK_EX))
        return nullptr;
    if (!file->write(content_of(
            {.process = ::getpid(), .socket = control_socket_, .mounts_images = mounts_images_})))
        return nullptr;
    return file;
}

std::optional<owner> ownership::owner_of(const std::string& udid) const
{
    if (!is_udid(udid))
        return std::nullopt;
    return holder_of(lock_file(udid));
}

std::vector<owned_phone> ownership::owned_phones() const
{
    std::vector<owned_phone> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory_, ignored)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(prefix) || !name.ends_with(suffix))
            continue;
        if (auto who = holder_of(entry.path()))
            found.push_back(
                {.udid = name.substr(prefix.size(), name.size() - prefix.size() - suffix.size()),
                 .owner = std::move(*who)});
    }
    std::ranges::sort(found, {}, &owned_phone::udid);
    return found;
}

} // namespace thimble::daemon
