#include "daemon/installed_apps/app_record.hpp"

#include "program/private_file.hpp"
#include "program/state_directory.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace thimble::daemon {

namespace packages = device::packages;

namespace {

constexpr std::string_view record_name = "installed-apps.json";
constexpr std::string_view lock_name = "installed-apps.lock";
constexpr std::chrono::seconds longest_lock_wait{10}; // a change takes milliseconds
constexpr std::chrono::milliseconds lock_look{20};
constexpr int most_set_aside = 100;

/// The right to change the record; closing the file gives it up.
class record_lock {
public:
    explicit record_lock(const std::filesystem::path& file)
        : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600))
    {
    }
    record_lock(const record_lock&) = delete;
    record_lock& operator=(const record_lock&) = delete;
    ~record_lock()
    {
        if (descriptor_ >= 0)
            ::close(descriptor_);
    }

    bool is_open() const noexcept { return descriptor_ >= 0; }

    bool take() const
    {
        const auto end = std::chrono::steady_clock::now() + longest_lock_wait;
        while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            if (std::chrono::steady_clock::now() > end)
                return false;
            std::this_thread::sleep_for(lock_look);
        }
        return true;
    }

private:
    int descriptor_;
};

/// The file as it is, and the part of it that was understood.
struct stored {
    packages::install_record apps;
    bool whole = true;
};

/// True where every entry of the text has become one of the record.
bool is_whole(const std::string& text, const packages::install_record& record)
{
    const auto read = nlohmann::json::parse(text, nullptr, false);
    return read.is_object() && read.contains("apps") &&
           read["apps"].size() == record.entries().size();
}

std::expected<stored, std::string> read_stored(const std::filesystem::path& file)
{
    // One byte more than a record may have: what is cut off is noticed.
    const auto text = service::read_private_file(file, packages::install_record::largest_text + 1);
    if (!text)
        return std::unexpected(text.error());
    if (!*text)
        return stored{};
    auto parsed = packages::install_record::parse(**text);
    if (!parsed)
        return stored{.apps = {}, .whole = false};
    const bool whole = is_whole(**text, *parsed);
    return stored{.apps = std::move(*parsed), .whole = whole};
}

} // namespace

std::optional<device::runner_package> package_of_runner(const packages::install_record& apps,
                                                        std::string_view udid,
                                                        std::string_view bundle_id)
{
    for (const auto& each : apps.entries())
        if (each.udid == udid && each.bundle_id == bundle_id && each.embeds_xctest)
            return device::runner_package{.embeds_xctest = *each.embeds_xctest,
                                          .installed = each.installed};
    return std::nullopt;
}

app_record::app_record(std::filesystem::path state_dir)
    : folder_(std::move(state_dir)), file_(folder_ / record_name)
{
}

app_record::content app_record::read() const
{
    auto found = read_stored(file_);
    if (!found)
        return {.apps = {}, .problem = found.error() + "."};
    if (found->whole)
        return {.apps = std::move(found->apps), .problem = {}};
    return {.apps = std::move(found->apps),
            .problem = file_.string() + " is damaged: of apps that were installed from here, not "
                                        "all are known any more. Install them again."};
}

/// A hard link first: a name that is taken is never written over.
std::expected<std::string, std::string> app_record::set_aside() const
{
    for (int number = 1; number <= most_set_aside; ++number) {
        auto aside = file_;
        aside += ".damaged-" + std::to_string(number);
        std::error_code failed;
        std::filesystem::create_hard_link(file_, aside, failed);
        if (failed == std::errc::file_exists)
            continue;
        if (failed)
            return std::unexpected("Cannot set the damaged " + file_.string() +
                                   " aside: " + failed.message());
        return "The record of installed apps was damaged and is kept in " + aside.string() + ".";
    }
    return std::unexpected("Too many damaged records lie in " + folder_.string() +
                           "; remove those that nobody needs.");
}

std::expected<std::string, std::string>
app_record::change(const std::function<void(packages::install_record&)>& how) const
{
    if (auto prepared = service::prepare_state_directory(folder_); !prepared)
        return std::unexpected(prepared.error());
    const record_lock lock(folder_ / lock_name);
    if (!lock.is_open())
        return std::unexpected(service::file_problem("write in", folder_));
    if (!lock.take())
        return std::unexpected("Another process keeps the record of installed apps in " +
                               folder_.string() + " locked");
    auto found = read_stored(file_);
    if (!found)
        return std::unexpected(found.error());
    std::string note;
    if (!found->whole) {
        auto aside = set_aside();
        if (!aside)
            return std::unexpected(aside.error());
        note = std::move(*aside);
    }
    how(found->apps);
    if (auto written = service::write_private_file_through(file_, found->apps.text() + '\n');
        !written)
        return std::unexpected(written.error());
    return note;
}

std::function<std::optional<device::runner_package>(const std::string& udid,
                                                    const std::string& bundle_id)>
packages_of_runners(const std::filesystem::path& state_dir)
{
    if (state_dir.empty())
        return nullptr;
    return [record = app_record(state_dir)](const std::string& udid, const std::string& bundle_id) {
        return package_of_runner(record.read().apps, udid, bundle_id);
    };
}

} // namespace thimble::daemon
