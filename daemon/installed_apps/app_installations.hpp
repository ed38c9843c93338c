// Apps installed for somebody who waits on the home thread.
#pragma once

#include "daemon/installed_apps/app_change.hpp"
#include "device/usbmux/blocking_client.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <atomic>
#include <functional>
#include <memory>

namespace thimble::daemon {

/// Home thread.
class app_installations {
public:
    /// Called on the home thread while somebody waits for the installation.
    using tell_progress = std::function<void(const device::install_progress&)>;

    /// False: the installation shall end, as far as it can be. Any thread.
    using wanted_flag = std::shared_ptr<std::atomic<bool>>;

    app_installations(boost::asio::any_io_executor home, app_changes changes);

    /// As install_file(), on a thread of its own. Being cancelled ends it as well; `kept` is held
    /// until it has ended, also then.
    boost::asio::awaitable<installed_file> install(wanted_installation what,
                                                   tell_progress tell,
                                                   wanted_flag wanted,
                                                   std::shared_ptr<const void> kept);

    std::size_t calls_under_way() const { return *under_way_; }

private:
    boost::asio::any_io_executor home_;
    std::shared_ptr<const app_changes> changes_;
    device::call_count under_way_;
};

} // namespace thimble::daemon
