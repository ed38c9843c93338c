// Notices an agent that does the same again and again.
#pragma once

#include "service/agent/act.hpp"
#include "service/agent/screen_mark.hpp"

#include <cstdint>
#include <deque>

namespace thimble::service::agent {

enum class progress : std::uint8_t {
    fine,
    repeated, // tell the model, this once, and do nothing more of its turn: repeated_words
    stuck,    // told before: the session ends as STUCK
};

/// Words for a model that repeats itself.
inline constexpr std::string_view repeated_words =
    "You have now done the same on the same screen three times, and it has not changed anything. "
    "Try another way, ask the user, or use done with success false.";

/// One session's; no thread of its own.
class progress_guard {
public:
    static constexpr int most_repeats = 3;

    /// So many of the last acts are compared, so that going to and fro between screens is noticed
    /// as well, and so is a repetition that a blinking cursor hides half of the time.
    static constexpr std::size_t remembered = 12;

    /// An act that is about to be done, and the screen that it is for.
    progress add(const act& what, screen_mark before);

    /// The user has said something: whatever has been, may be right now.
    void begin_anew();

private:
    struct deed {
        act what;
        screen_mark before;
    };

    std::deque<deed> deeds_; // the newest last
    bool told_ = false;
};

} // namespace thimble::service::agent
