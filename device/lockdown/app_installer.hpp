// Apps put on a phone and taken off it.
#pragma once

#include "device/failure.hpp"
#include "device/packages/app_package.hpp"
#include "device/usbmux/attached_devices.hpp"
#include "device/usbmux/blocking_client.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace thimble::device {

enum class install_step : std::uint8_t { reading, sending, installing, removing };

struct install_progress {
    install_step step = install_step::sending;
    double done = 0; // from 0 to 1, of this step
};

/// Called again and again while a step goes on, also when nothing has come of it since; false:
/// it shall end.
using install_watch = std::function<bool(const install_progress&)>;

/// Sends the app into the phone's staging folder, has it installed, and removes what was sent,
/// unless the phone may go on reading it: the next installation of the app removes that. An
/// .ipa goes as it is; of other packages each file is sent, and the package read once more for
/// that. It is not checked here: see packages::check_package. An app of the same id is replaced,
/// its stored files stay. Blocks, for minutes if the app is large: for a worker.
///
/// Failures: those of packages::walk_package; package_changed, not_trusted, staging_refused,
/// no_space, connection_lost, cancelled, no_service, service_silent; and those of install_refusal.
/// `phone` says `perhaps` where the phone may go on with it: once it installs, nothing ends it.
result<void>
install_app(const attachment& phone, const packages::app_package& app, const install_watch& watch);

/// Success also where the phone has no such app. Blocks: for a worker.
result<void>
uninstall_app(const attachment& phone, const std::string& bundle_id, const install_watch& watch);

/// Reads the package as packages::read_package does, and fails so. Blocks: for a worker.
result<packages::app_package> read_app(const std::filesystem::path& package,
                                       const install_watch& watch);

/// Home thread. The same, for coroutines: one at a time, on a worker. Progress is told on the home
/// thread. A caller that is cancelled ends the reading within 100 ms, and the sending; what is sent
/// is removed.
class app_installer {
public:
    using tell_progress = std::function<void(const install_progress&)>;

    app_installer(boost::asio::any_io_executor home, call_count under_way, attachment where);

    boost::asio::awaitable<result<packages::app_package>> read(std::filesystem::path package,
                                                               tell_progress tell);
    boost::asio::awaitable<result<void>> install(packages::app_package app, tell_progress tell);
    boost::asio::awaitable<result<void>> uninstall(std::string bundle_id, tell_progress tell);

private:
    struct listener;

    template <class Value, class Act>
    boost::asio::awaitable<result<Value>> run(Act act, tell_progress tell);

    boost::asio::any_io_executor home_;
    attachment where_;
    blocking_client calls_;
};

} // namespace thimble::device
