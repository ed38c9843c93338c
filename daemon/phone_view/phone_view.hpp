// The phones as whoever drives them sees them, and what can be done with them.
#pragma once

#include "daemon/control/control_answer.hpp"
#include "daemon/debug_forms/debug_action.hpp"
#include "link/phone_state.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace thimble::daemon {

struct phones_seen {
    std::vector<link::phone_state> phones;
    std::vector<link::blocker> computer; // no matter which phone
    bool mounts_images = false;          // on the phones, by itself
};

/// Home thread.
class phone_view {
public:
    virtual ~phone_view() = default;

    /// Nothing when whoever drives the phones has ended. A list without a phone is what it has
    /// said: it is never put in the place of an answer that has not come.
    virtual boost::asio::awaitable<std::optional<phones_seen>> look() = 0;

    /// Does the action once; an answer that has failed says whether it may have reached the phone.
    virtual boost::asio::awaitable<control_answer> act(std::string udid, phone_action what) = 0;

    /// The phone that is led from now on: the others are left alone.
    virtual void choose(const std::string& udid) = 0;

    /// Between two looks.
    virtual std::chrono::milliseconds pause() const = 0;
};

} // namespace thimble::daemon
