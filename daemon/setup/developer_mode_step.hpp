// Developer mode switched on, once, with a person's consent.
#pragma once

#include "daemon/setup/consent.hpp"
#include "device/lockdown/developer_mode.hpp"
#include "device/usbmux/blocking_client.hpp"
#include "setup/checklist.hpp"

#include <functional>

namespace thimble::daemon {

/// Calls to the phone; they block, and are made on a thread of their own.
struct developer_mode_calls {
    std::function<device::developer_mode_outcome(const device::attachment&)> switch_on =
        device::switch_on_developer_mode;
    std::function<device::developer_mode_outcome(const device::attachment&)> confirm =
        device::confirm_developer_mode;
};

/// Home thread. Restarts a phone at most once.
class developer_mode_step {
public:
    using clock = std::chrono::steady_clock;

    /// `agreed` and `calls.…` outlive it.
    developer_mode_step(boost::asio::any_io_executor home,
                        consent& agreed,
                        developer_mode_calls calls = {});

    /// The phone's switch is off, and the phone answers. To be called again and again while that
    /// is so; returns soon.
    boost::asio::awaitable<void> go_on(std::string udid);

    /// The phone is past this step: developer mode is on.
    void passed();

    /// Nobody waits any longer for a phone that does not come back from its restart in time.
    void look_at_time();

    /// True while nobody has been asked whether the phone may be restarted, and somebody can be.
    bool wants_question() const;
    /// Somebody has been asked.
    void await_consent() { agreed_.wait(); }

    const setup::tried& state() const { return state_; }

private:
    boost::asio::awaitable<device::developer_mode_outcome>
    ask(std::function<device::developer_mode_outcome(const device::attachment&)> call,
        std::string udid);
    boost::asio::awaitable<void> begin(std::string udid);
    boost::asio::awaitable<void> answer_question(std::string udid);
    void reached();
    void leave_to_person(std::string why);

    consent& agreed_;
    developer_mode_calls calls_;
    device::call_count under_way_ = std::make_shared<std::atomic<std::size_t>>(0);
    device::blocking_client client_;
    setup::tried state_;
    clock::time_point restarted_{};
    clock::time_point reached_at_{};
    bool passed_ = false; // the phone's own words have said so, too
    clock::time_point next_answer_{};
};

} // namespace thimble::daemon
