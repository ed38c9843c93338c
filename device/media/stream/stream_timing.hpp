// Times of a phone's video, as phones with iOS 27 were seen to keep them.
#pragma once

#include <chrono>
#include <cstddef>

namespace thimble::device::media {

struct stream_timing {
    using duration = std::chrono::milliseconds;

    /// A phone reports once in a second for as long as its stream lives. One that has been silent
    /// for two reports may have ended it, and for longer has: a single one may come late, or be
    /// read late by a computer under load.
    duration heartbeat{2'200};
    duration dead_after{2'500};

    /// A phone ends its stream about 7 s after its picture last changed. From here on a picture
    /// that stands still proves nothing any more.
    duration trusted_stillness{6'000};

    /// Time for which a picture may lag behind the screen when its last packet comes.
    duration lag{60};

    duration start_limit{12'000};      // for the answer to a start
    duration first_picture{1'000};     // after that, for whoever asks
    duration refused_pause{30'000};    // before the next start, doubled each time,
    duration longest_pause{120'000};   // up to this: each attempt may prolong the refusal
    duration between_restarts{30'000}; // for those who watch
    duration look_ahead{500};          // of the end of trusted_stillness, for the first look
    duration between_looks{2'000};     // at a still screen that somebody watches
    duration repeat{1'000};            // of a picture that still stands, for those who watch
    duration linger{30'000};           // after the last who wanted pictures, before it is stopped

    /// After somebody has asked for a picture, and after an input, pictures are decoded as they
    /// come; else only when they are asked for, if not too many have come meanwhile.
    duration decoded_after_question{10'000};
    duration decoded_after_input{3'000};
    std::size_t most_undecoded = 30;

    /// For how long a screen has to have stood still before an input, so that its next picture
    /// shows what the input has done; and for how long that is waited for.
    duration stillness_before_input{200};
    duration longest_effect{2'000};
};

} // namespace thimble::device::media
