// Care of the apps that were installed from here: warned of before their profile ends, and
// installed again where their file is newer.
#pragma once

#include "async/signal.hpp"
#include "daemon/installed_apps/app_change.hpp"
#include "device/phone.hpp"
#include "device/usbmux/blocking_client.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace thimble::daemon {

struct upkeep_options {
    std::chrono::milliseconds look{30'000}; // between two looks at the record and at the files

    /// True where the phone is attached and nobody uses it.
    std::function<bool(const std::string& udid)> is_free = {};
};

/// Home thread.
class app_upkeep {
public:
    app_upkeep(boost::asio::any_io_executor home,
               app_changes changes,
               upkeep_options options,
               std::shared_ptr<spdlog::logger> log);

    /// Looks until it is cancelled, which ends the sending of an app.
    boost::asio::awaitable<void> run();

    /// By the record as it was read last.
    std::vector<device::warning> warnings_of(const std::string& udid) const;

    /// Looks now: the record has changed.
    void look_soon() { look_.notify_all(); }

    /// Blocking calls that have not ended.
    std::size_t calls_under_way() const { return *under_way_; }

private:
    struct due_app {
        device::packages::installed_entry entry;
        std::int64_t file_time = 0;
    };
    struct survey {
        app_record::content record;
        std::vector<due_app> due;
    };

    static survey take(const app_changes& changes);
    /// True where an app was installed.
    boost::asio::awaitable<bool> look();
    boost::asio::awaitable<bool> install_again(due_app what);
    void note(const due_app& what, const app_change& outcome);
    bool was_tried(const due_app& what) const;

    boost::asio::any_io_executor home_;
    std::shared_ptr<const app_changes> changes_; // shared with calls that may outlive this
    upkeep_options options_;
    std::shared_ptr<spdlog::logger> log_;
    device::call_count under_way_;
    device::blocking_client reads_;
    device::blocking_client installs_;
    async::signal look_;
    app_record::content known_;
    /// Time of the file that was installed or refused last, by UDID and bundle id: it is not tried
    /// again until it changes.
    std::map<std::pair<std::string, std::string>, std::int64_t> tried_;
};

} // namespace thimble::daemon
