#include "device/lockdown/app_installer.hpp"

#include "device/lockdown/installd.hpp"
#include "device/lockdown/staging_area.hpp"
#include "device/packages/package_time.hpp"
#include "device/packages/package_walk.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <set>
#include <system_error>

namespace thimble::device {
namespace {

constexpr std::chrono::minutes longest_installation{60};

property_list install_command(const packages::app_package& app, const std::string& path)
{
    property_list command(plist_new_dict());
    auto* const options = plist_new_dict();
    plist_dict_set_item(options, "CFBundleIdentifier", plist_new_string(app.bundle_id.c_str()));
    if (!app.root.starts_with("Payload/"))
        plist_dict_set_item(options, "PackageType", plist_new_string("Developer"));
    plist_dict_set_item(command.get(), "Command", plist_new_string("Install"));
    plist_dict_set_item(command.get(), "PackagePath", plist_new_string(path.c_str()));
    plist_dict_set_item(command.get(), "ClientOptions", options);
    return command;
}

/// The archive as it is.
class archive_bytes final : public packages::entry_content {
public:
    explicit archive_bytes(const std::filesystem::path& file) : from_(file, std::ios::binary) {}

    result<std::size_t> read(std::span<char> to) override
    {
        from_.read(to.data(), static_cast<std::streamsize>(to.size()));
        if (from_.bad() || !from_.is_open())
            return std::unexpected(packages::package_failure(
                "package_unreadable", "The package could not be read to its end."));
        return static_cast<std::size_t>(from_.gcount());
    }

private:
    std::ifstream from_;
};

result<void> send_archive(staging_area& to,
                          const std::string& path,
                          const packages::app_package& app,
                          const bytes_written& progress)
{
    archive_bytes from(app.file);
    return to.write(path, from, progress);
}

result<void> send_files(staging_area& to,
                        const std::string& path,
                        const packages::app_package& app,
                        const bytes_written& progress)
{
    std::set<std::string> made; // each is a question and an answer
    const auto make_folder = [&](const std::string& folder) -> result<void> {
        return made.insert(folder).second ? to.make_folder(folder) : result<void>();
    };
    const auto send = [&](const packages::package_entry& entry,
                          packages::entry_content& content) -> result<void> {
        if (packages::app_root_of(entry.path) != app.root || entry.path == app.root)
            return {};
        const auto inside = path + entry.path.substr(app.root.size());
        // Archives need not name the folders, nor name them first.
        for (auto slash = inside.find('/', path.size() + 1); slash != std::string::npos;
             slash = inside.find('/', slash + 1))
            if (auto above = make_folder(inside.substr(0, slash)); !above)
                return above;
        if (entry.kind == packages::entry_kind::folder)
            return make_folder(inside);
        if (entry.kind == packages::entry_kind::link)
            return to.make_link(inside, entry.link_target);
        return to.write(inside, content, progress);
    };
    if (auto root = make_folder(path); !root)
        return root;
    return packages::walk_package(app.file, {}, send);
}

/// Nothing of an app that was sent stays, unless the phone may still read it. What was sent before,
/// and could not be removed then, has the same place, in either form.
class sent_app {
public:
    sent_app(staging_area& area, const std::string& place, bool as_archive)
        : area_(area), path_(place + (as_archive ? ".ipa" : ".app"))
    {
        for (const auto* form : {".ipa", ".app"})
            area_.remove(place + form);
    }
    sent_app(const sent_app&) = delete;
    sent_app& operator=(const sent_app&) = delete;
    ~sent_app()
    {
        if (!kept_)
            area_.remove(path_);
    }

    /// Left to the phone.
    void keep() { kept_ = true; }

    const std::string& path() const { return path_; }

private:
    staging_area& area_;
    std::string path_;
    bool kept_ = false;
};

/// Asked before the phone is touched: a call may have waited behind another one for longer than its
/// caller did.
result<void> still_wanted(const install_watch& watch, install_step step)
{
    if (watch({.step = step, .done = 0}))
        return {};
    return std::unexpected(failure{.what = problem::refused,
                                   .message = "It was cancelled before anything was sent.",
                                   .cause = "cancelled"});
}

std::uint64_t bytes_to_send(const packages::app_package& app, bool as_archive)
{
    std::error_code failed;
    const auto size =
        as_archive ? std::filesystem::file_size(app.file, failed) : app.unpacked_bytes;
    return failed ? 1 : std::max<std::uint64_t>(size, 1);
}

/// A package that has changed since it was read was sent as something that nobody has checked.
result<void> still_as_read(const packages::app_package& app)
{
    if (!app.file_time || packages::package_time(app.file) == app.file_time)
        return {};
    return std::unexpected(packages::package_failure(
        "package_changed", "The package changed while it was sent. Install it again."));
}

} // namespace

result<void>
install_app(const attachment& where, const packages::app_package& app, const install_watch& watch)
{
    if (auto wanted = still_wanted(watch, install_step::sending); !wanted)
        return wanted;
    const auto phone = open_phone(where);
    const auto installd = open_installd(phone.get(), where);
    if (!installd)
        return std::unexpected(installd.error());
    auto area = staging_area::open(phone.get());
    if (!area)
        return std::unexpected(area.error());
    if (auto made = area->make_folder(staging_area::folder); !made)
        return made;
    const bool as_archive = app.root.starts_with("Payload/") && !app.is_folder;
    sent_app sent(*area, std::string(staging_area::folder) + "/" + app.bundle_id, as_archive);
    const auto all = static_cast<double>(bytes_to_send(app, as_archive));
    const auto progress = [&](std::uint64_t bytes) {
        return watch({.step = install_step::sending,
                      .done = std::min(1.0, static_cast<double>(bytes) / all)});
    };
    auto arrived = as_archive ? send_archive(*area, sent.path(), app, progress)
                              : send_files(*area, sent.path(), app, progress);
    if (arrived)
        arrived = still_as_read(app);
    if (!arrived)
        return arrived;
    auto installed = follow_installation(*installd, install_command(app, sent.path()),
                                         install_step::installing, watch);
    if (!installed && installed.error().phone == reached::perhaps)
        sent.keep();
    return installed;
}

result<void>
uninstall_app(const attachment& where, const std::string& bundle_id, const install_watch& watch)
{
    if (auto wanted = still_wanted(watch, install_step::removing); !wanted)
        return wanted;
    const auto phone = open_phone(where);
    const auto installd = open_installd(phone.get(), where);
    if (!installd)
        return std::unexpected(installd.error());
    const property_list command(plist_new_dict());
    plist_dict_set_item(command.get(), "Command", plist_new_string("Uninstall"));
    plist_dict_set_item(command.get(), "ApplicationIdentifier",
                        plist_new_string(bundle_id.c_str()));
    return follow_installation(*installd, command, install_step::removing, watch);
}

result<packages::app_package> read_app(const std::filesystem::path& package,
                                       const install_watch& watch)
{
    if (auto wanted = still_wanted(watch, install_step::reading); !wanted)
        return std::unexpected(wanted.error());
    double read = 0;
    packages::package_limits limits;
    limits.progress = [&](double done) { read = done; };
    limits.wanted = [&] { return watch({.step = install_step::reading, .done = read}); };
    return packages::read_package(package, limits);
}

app_installer::app_installer(boost::asio::any_io_executor home,
                             call_count under_way,
                             attachment where)
    : home_(home), where_(std::move(where)), calls_(std::move(home), std::move(under_way))
{
}

/// One call and its caller. The worker has the flags alone: what `tell` holds belongs to the home
/// thread, and must not be destroyed on another one.
struct app_installer::listener {
    std::atomic<bool> wanted = true;
    std::atomic<bool> begun = false;
    tell_progress tell; // home thread

    /// Home thread. A copy is called: `tell` may end the wait, which clears it.
    void hear(const install_progress& progress) const
    {
        if (const auto told = tell)
            told(progress);
    }
};

template <class Value, class Act>
boost::asio::awaitable<result<Value>> app_installer::run(Act act, tell_progress tell)
{
    const auto caller = std::make_shared<listener>();
    caller->tell = std::move(tell);
    struct until_left {
        std::shared_ptr<listener> caller;
        ~until_left()
        {
            caller->wanted = false;
            caller->tell = nullptr;
        }
    };
    const until_left waits{caller};
    const install_watch watch = [caller, home = home_,
                                 told = -1.0](const install_progress& progress) mutable {
        if (progress.done != told) {
            told = progress.done;
            boost::asio::post(home, [caller, progress] { caller->hear(progress); });
        }
        return caller->wanted.load();
    };
    auto call = [act = std::move(act), where = where_, watch, caller] {
        caller->begun = true;
        return act(where, watch);
    };
    auto done = co_await calls_.run(longest_installation, std::move(call));
    if (done)
        co_return std::move(*done);
    if (caller->begun)
        co_return std::unexpected(failure{.what = problem::timed_out,
                                          .phone = reached::perhaps,
                                          .message = "The phone did not answer in time.",
                                          .cause = "service_silent"});
    co_return std::unexpected(failure{.what = problem::timed_out,
                                      .message = "The phone is still busy with what it was told "
                                                 "before. Try again later.",
                                      .cause = "service_silent"});
}

boost::asio::awaitable<result<packages::app_package>>
app_installer::read(std::filesystem::path package, tell_progress tell)
{
    auto act = [package = std::move(package)](const attachment& /*phone*/,
                                              const install_watch& watch) {
        return read_app(package, watch);
    };
    return run<packages::app_package>(std::move(act), std::move(tell));
}

boost::asio::awaitable<result<void>> app_installer::install(packages::app_package app,
                                                            tell_progress tell)
{
    auto act = [app = std::move(app)](const attachment& where, const install_watch& watch) {
        return install_app(where, app, watch);
    };
    return run<void>(std::move(act), std::move(tell));
}

boost::asio::awaitable<result<void>> app_installer::uninstall(std::string bundle_id,
                                                              tell_progress tell)
{
    auto act = [id = std::move(bundle_id)](const attachment& where, const install_watch& watch) {
        return uninstall_app(where, id, watch);
    };
    return run<void>(std::move(act), std::move(tell));
}

} // namespace thimble::device
