// A client of one phone that goes on with actions for its tunnel, and what the phone did of them.
#pragma once

#include "tests/e2e/thimble_system.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace thimble::e2e {

class tunnel_client {
public:
    using steady = std::chrono::steady_clock;

    /// `all` outlives it. Without a runner the phone is tapped on as well, which its services then
    /// do; with one, its apps are opened and the phone is turned.
    tunnel_client(const thimble_system& all, virtual_phone phone, bool has_runner);
    tunnel_client(const tunnel_client&) = delete;
    tunnel_client& operator=(const tunnel_client&) = delete;
    ~tunnel_client();

    const virtual_phone& phone() const noexcept { return phone_; }

    /// One action after the other from now on, beside the caller.
    void start();

    /// Time from `since` until an action through the tunnel has been done; nothing where none was
    /// within `limit`.
    std::optional<std::chrono::milliseconds> until_tunnelled(steady::time_point since,
                                                             std::chrono::milliseconds limit);

    /// Ends the actions and compares what the client was told with what the phone has done. Each
    /// complaint is a sentence.
    std::vector<std::string> settle();

    /// Numbers of actions by what came of them: a driver, or an outcome.
    const std::map<std::string, std::size_t>& answers() const noexcept { return answers_; }

private:
    /// An action, and by which word the phone's log tells of it; empty where it does not.
    struct asked_action {
        std::string name;
        nlohmann::json body;
        std::string trace;
    };

    /// Number of times that something may have been done.
    struct allowance {
        int least = 0;
        int most = 0;
        std::string told; // for a person
    };

    using traces = std::map<std::string, int>; // how often each was found in the log

    void go_on();
    asked_action next();
    void perform(const asked_action& what);
    void note(const asked_action& what, const std::string& front, const http_answer& answer);
    void check_effect(const asked_action& what, const http_answer& answer);
    void complain(const std::string& what, const std::string& answer);
    void stop();
    traces read_traces() const;
    bool all_there(const traces& made) const;

    const thimble_system& all_;
    virtual_phone phone_;
    bool has_runner_;
    std::thread thread_;
    std::atomic<bool> stopping_ = false;

    // Of the thread, and of whoever has waited for its end.
    std::size_t turn_ = 0;
    std::size_t opened_ = 0; // apps
    int number_ = 0;         // of the next tap
    std::string clipboard_;  // as it was written last, where that is known
    std::size_t first_event_ = 0;
    std::map<std::string, allowance> allowed_;

    /// Unknown the last time, or of a button so far: one that is down is let go by the next press
    /// or the next tunnel, of which there may be none for some faults. One at most is down.
    traces perhaps_later_;
    std::vector<std::string> wrong_;
    std::map<std::string, std::size_t> answers_;

    std::mutex mutex_; // over what is below
    std::condition_variable tunnelled_;
    steady::time_point last_tunnelled_;
};

} // namespace thimble::e2e
