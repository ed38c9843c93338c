// Dependencies of links.
#pragma once

#include "link/phone_state.hpp"
#include "service/desktops/desktops.hpp"
#include "service/device_links/link_limits.hpp"
#include "service/device_links/link_relay.hpp"
#include "service/phones/desktop.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace thimble::service {

/// Home thread. All of it outlives the links.
struct link_dependencies {
    boost::asio::any_io_executor home;
    desktops& enrolled;
    link_limits limits;
    std::string node; // this process among those of the service

    /// Ids of the jobs that a former run has sent through a desktop and that have no end.
    std::function<std::vector<std::string>(const std::string& desktop_id)> awaited;

    std::function<void(desktop_record, std::shared_ptr<desktop>)> connected;
    std::function<void(const std::string& desktop_id, const link::phone_state&)> phone_changed;
    std::function<void(const std::string& desktop_id, std::vector<link::blocker>)> host_changed;
    std::function<void(const std::string& desktop_id)> gone;

    /// The same of one that was expected back and has not linked again in time, as far as this node
    /// has heard.
    std::function<void(const std::string& desktop_id)> stayed_away;

    /// Its link has ended here with this node, and its daemon is about to link to another.
    std::function<void(const std::string& desktop_id)> left;

    /// UDIDs of the phones that the desktop has, as far as is known here.
    std::function<std::vector<std::string>(const std::string& desktop_id)> attached;

    std::shared_ptr<spdlog::logger> log;

    link_relay* relay = nullptr; // to other nodes; nullptr: there are none

    /// Else commands wait for links::send_waiting(); may be empty: they never have to.
    std::function<bool()> may_send = {};

    /// See linked_desktop::know_open(); may be empty.
    std::function<bool(const std::string& job_id)> is_open = {};
};

} // namespace thimble::service
