// Apps and processes of the phone, as CoreDevice's app service has them.
#pragma once

#include "device/coredevice/core_device.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::device::coredevice {

struct app {
    std::string bundle_id;
    std::string name;
    std::string version;
    std::string path; // of its bundle on the phone
    bool removable = false;
    bool hidden = false;
    bool developer = false; // signed by one, and none of a shop's

    friend bool operator==(const app&, const app&) = default;
};

struct process {
    std::int64_t id = 0;
    std::string executable; // its path on the phone

    friend bool operator==(const process&, const process&) = default;
};

struct app_launch {
    std::string bundle_id;
    std::vector<std::string> arguments{};
    std::vector<std::pair<std::string, std::string>> environment{};
    bool anew = false; // ends it first where it runs; else it only comes to the front
};

/// Those that a person can see. Streamed by the phone where it offers that: images of late 2026
/// never answer the plain question, and their service does not recover from it.
boost::asio::awaitable<result<std::vector<app>>> list_apps(core_device& of);

/// Gives the process that it has become. A phone that has just ended the app refuses to start it
/// for a moment, and is asked again after each such refusal.
boost::asio::awaitable<result<process>> launch_app(core_device& of, app_launch what);

boost::asio::awaitable<result<std::vector<process>>> list_processes(core_device& of);

/// Ends the process of that app; false where it does not run, or is none of those that a person
/// can see. Nothing has reached the phone unless the last question fails.
boost::asio::awaitable<result<bool>> end_app(core_device& of, std::string bundle_id);

/// Ends it at once.
boost::asio::awaitable<result<void>> kill_process(core_device& of, std::int64_t id);

/// The process whose executable is the one of the app with this path, not one of its extensions.
std::optional<process> process_of(std::span<const process> all, std::string_view app_path);

} // namespace thimble::device::coredevice
