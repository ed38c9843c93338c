// State of an open command at a linked desktop.
#pragma once

#include "async/signal.hpp"
#include "service/device_links/linked_desktop.hpp"
#include "service/device_links/unread_pictures.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace thimble::service {

/// A command without an answer.
struct linked_desktop::open_command {
    open_command(const boost::asio::any_io_executor& home, link::command given)
        : what(std::move(given)), answered(home), timeout(home)
    {
    }

    link::command what;
    std::function<void()> started;
    bool delivered = false; // it may have reached a journal
    bool recovered = false; // sent by a former run of the service, which knew what it was
    bool taken = false;     // another node has its job by now
    bool doubtful = false;  // the journal may have been told to forget it
    bool undecided = false; // the journal does not know it, and another node may have its job
    std::optional<link::cancel::kind> called_off;
    std::chrono::steady_clock::time_point told_until =
        std::chrono::steady_clock::time_point::max(); // nobody waits longer
    std::optional<link::result> half;                 // its picture has not come
    std::shared_ptr<const screen::bytes> picture;     // its result has not come
    std::unique_ptr<unread_pictures::room> room;      // of the picture
    bool picture_refused = false;                     // there was no room
    std::optional<link::result> result;
    async::signal answered;
    async::one_shot_timer timeout; // for the picture
};

} // namespace thimble::service
