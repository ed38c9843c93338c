// One command from its delivery to its result.
#pragma once

#include "async/lane.hpp"
#include "async/listeners.hpp"
#include "async/one_shot_timer.hpp"
#include "async/signal.hpp"
#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/surfaces.hpp"
#include "daemon/execution/journal.hpp"
#include "daemon/frames/phone_frames.hpp"
#include "daemon/report/serving_driver.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace thimble::daemon {

/// The lanes of one attached phone. An execution keeps them while it has or awaits a turn.
struct phone_lanes {
    phone_lanes(const boost::asio::any_io_executor& home, std::weak_ptr<device::phone> of)
        : input(home), reads(home), frames(std::make_shared<phone_frames>(home, std::move(of)))
    {
    }

    /// Nothing for frames: whoever wants a picture shares a capture instead of waiting for a turn.
    boost::asio::awaitable<std::optional<async::lane::turn>> take_turn(link::lane which);
    std::size_t waiting() const;

    async::lane input;
    async::lane reads;
    std::shared_ptr<phone_frames> frames;
    std::shared_ptr<opened_surface> opened = std::make_shared<opened_surface>();
};

/// Home thread. Waits for its lane's turn, journals, performs, and settles exactly once. A cause
/// that stops it early (withdrawn, expired, overdue, unplugged, shutdown) settles it at once while
/// it waits; once it has started it gets `grace` to lift the finger and say what it knows, then it
/// settles as unknown. Its lane stays taken until the action has really ended, so that nothing
/// follows a finger that may still be down.
class execution : public std::enable_shared_from_this<execution> {
public:
    enum class stop_reason : std::uint8_t { withdrawn, expired, overdue, unplugged, shutdown };

    struct context {
        boost::asio::any_io_executor home;
        std::shared_ptr<device::phone> phone;
        std::shared_ptr<phone_lanes> lanes;
        daemon::journal* journal = nullptr;       // outlives the execution
        daemon::picture_pool* pictures = nullptr; // outlives the execution
        text_reader* texts = nullptr;             // outlives the execution
        std::chrono::milliseconds limit{0};       // from the start to the end of the action
        std::chrono::milliseconds grace{0};       // from a stop to the result
        std::shared_ptr<spdlog::logger> log;
        std::function<void()> on_started; // called once, when the turn has come; may be empty
        std::function<void()> on_settled; // called once
    };

    execution(link::command what, context around);

    void start();
    void stop(stop_reason why);

    /// Stops it only if its turn has not come.
    void withdraw();

    /// Any number may wait. Their being cancelled does not stop the execution.
    boost::asio::awaitable<link::result> result();

private:
    enum class phase : std::uint8_t { waiting, started, settled };

    static boost::asio::awaitable<void> carry_out(std::shared_ptr<execution> self);
    void ended(const std::exception_ptr& error);

    std::optional<refusal> begin();
    void set_alarm(std::chrono::steady_clock::time_point at, stop_reason why);
    void settle(action_outcome how);
    refusal stopped_because(stop_reason why) const;
    std::optional<link::receipt> receipt_of_failure() const;
    link::outcome outcome_so_far() const;
    bool is_input() const;

    link::command what_;
    context context_;
    phase phase_ = phase::waiting;
    std::optional<serving_driver> serving_; // once it has started
    std::optional<stop_reason> stopped_;
    std::optional<link::result> result_;
    std::chrono::steady_clock::time_point delivered_at_;
    std::chrono::steady_clock::time_point started_at_;
    async::signal settled_;
    async::one_shot_timer alarm_;
    boost::asio::cancellation_signal cancel_action_;
    async::subscription unplugged_;
};

} // namespace thimble::daemon
