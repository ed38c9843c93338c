// Agent sessions under way while nodes fail, one after another on a phone of their own.
#pragma once

#include "tests/e2e/faults/callers.hpp"
#include "tests/e2e/node_faults/cluster.hpp"
#include "tests/e2e/sessions/session_client.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace thimble::e2e {

/// Each act of an agent has a place of its own on the glass, so that a second one would be seen.
class agents_at_work {
public:
    /// `on` outlives it.
    explicit agents_at_work(cluster& on);

    /// Has a session under way; judges the one that has ended. Complaints about it.
    std::vector<std::string> keep_busy();

    /// Waits until the session has had another event, or its end, and notes whether it has moved
    /// since `struck`. Complains where nothing comes before `limit` is over.
    std::vector<std::string> until_it_goes_on(std::chrono::system_clock::time_point struck,
                                              std::chrono::milliseconds limit);

    /// Waits for the end of the last one, and judges it and all touches.
    std::vector<std::string> finish();

    /// A line: sessions begun and completed, how many have moved, and in what time.
    std::string report() const;

private:
    void begin();
    std::string status_now() const;
    std::vector<std::string> judge(const session_client& ended);
    void note_moves(const session_client& of, std::chrono::system_clock::time_point struck);
    std::vector<std::string> touches_made_twice() const;

    cluster& on_;
    int next_number_ = 0;
    std::optional<session_client> now_;
    std::size_t moves_noted_ = 0; // of this session
    std::size_t begun_ = 0;
    std::size_t completed_ = 0;
    std::vector<std::chrono::milliseconds> moves_; // from the fault to the event
};

} // namespace thimble::e2e
