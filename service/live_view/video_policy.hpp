// Followers of one phone's video: which of them are in step with it, and for whose sake the phone's
// stream is to be restarted.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace thimble::service {

/// No clock and no video of its own. A key comes only where the phone's stream begins. Whoever
/// waits for one without a fault of its own may have the stream restarted, but no oftener than once
/// in an interval; whoever was too slow may not, as long as somebody is in step.
class video_policy {
public:
    using time = std::chrono::steady_clock::time_point;
    using duration = std::chrono::steady_clock::duration;
    using follower = const void*;

    static constexpr std::chrono::seconds usual_interval{30};

    explicit video_policy(duration interval = usual_interval) : interval_(interval) {}

    /// It waits for a key.
    void join(follower who, time now);
    void leave(follower who);

    /// It could not take what came, and waits for a key.
    void fell_behind(follower who);

    /// The next unit has nothing to do with those before it: all wait for a key.
    void interrupted(time now);

    /// A unit has come; in_step() tells who gets it. False where units before it were lost: then
    /// all wait for a key, unless it is one.
    bool unit(bool key, std::uint64_t number, time now);

    /// True where it has been given every unit since a key.
    bool in_step(follower who) const;
    std::size_t followers() const noexcept { return states_.size(); }

    /// Time for a restart; nothing where none is wanted.
    std::optional<time> restart_due() const;

    /// It has been asked for.
    void restarted(time now) { asked_ = now; }

private:
    enum class state : std::uint8_t {
        in_step,
        waiting,
        slow, // waiting, by its own fault
    };

    bool wants_restart() const;

    duration interval_;
    std::map<follower, state> states_;
    std::optional<time> began_; // when the last key came
    std::optional<time> asked_;
    time waiting_since_;
    std::optional<std::uint64_t> next_number_; // nothing: the next unit has to be a key
};

} // namespace thimble::service
