// Implementation of the operating system; seen by its own sources alone.
#pragma once

#include "virtualphone/os/draw/frame_cache.hpp"
#include "virtualphone/os/operating_system.hpp"
#include "virtualphone/os/springboard/springboard.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace thimble::virtualphone {

/// Notes what happens in the log, keeps the time, and has the picture drawn; springboard does the
/// rest.
struct operating_system::implementation {
    implementation(const model& hardware_, const ios_profile& ios_, identity who_, event_log& log_)
        : hardware(hardware_), ios(ios_), who(std::move(who_)), log(log_),
          board(std::make_unique<springboard>(hardware, ios, who, log))
    {
    }

    void advance(milliseconds to)
    {
        now = std::max(now, to);
        if (board->advance(now))
            ++generation;
        unlocked_since_boot = unlocked_since_boot || !board->locked();
    }

    /// True if the stroke of this key is part of a passcode, which no log shows. The key that
    /// completes one comes up when nobody asks for it any more.
    bool is_secret(std::uint32_t usage, bool down)
    {
        if (!down)
            return secret_keys.erase(usage) > 0;
        if (board->takes_passcode())
            secret_keys.insert(usage);
        return board->takes_passcode();
    }

    /// A finger that moves without having come down is not on the glass.
    void follow(int finger, touch_phase phase, place where)
    {
        if (phase == touch_phase::down)
            fingers[finger] = where;
        else if (const auto known = fingers.find(finger); known == fingers.end())
            return;
        else if (phase == touch_phase::move)
            known->second = where;
        else
            fingers.erase(known);
    }

    canvas render()
    {
        const auto& screen = board->screen();
        canvas out(screen.width_px, screen.height_px, screen.scale);
        paint(board->show(), out);
        return out;
    }

    const model& hardware;
    const ios_profile& ios;
    identity who;
    event_log& log;
    milliseconds now{0};
    std::unique_ptr<springboard> board; // another one after a reboot
    std::uint64_t generation = 1;
    bool unlocked_since_boot = true;     // until it has been restarted
    std::set<std::uint32_t> secret_keys; // that are down
    std::map<int, place> fingers;        // that are down

    frame_cache frames;

    /// While something happens to the phone: what was due before has happened, and what follows
    /// from it will have.
    class moment {
    public:
        moment(implementation& self, milliseconds at) : self_(self) { self_.advance(at); }
        moment(const moment&) = delete;
        moment& operator=(const moment&) = delete;
        ~moment() { self_.advance(self_.now); }

    private:
        implementation& self_;
    };
};

} // namespace thimble::virtualphone
