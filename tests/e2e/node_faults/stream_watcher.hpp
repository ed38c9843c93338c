// Somebody who watches a phone while nodes fail, and begins anew when the stream ends.
#pragma once

#include "tests/e2e/node_faults/cluster.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>

namespace thimble::e2e {

class stream_watcher {
public:
    /// `on` outlives it.
    explicit stream_watcher(const cluster& on);
    stream_watcher(const stream_watcher&) = delete;
    stream_watcher& operator=(const stream_watcher&) = delete;
    ~stream_watcher();

    /// True if another picture comes before `limit` is over.
    bool sees_more(std::chrono::milliseconds limit) const;

    std::size_t pictures() const noexcept { return pictures_; }
    std::size_t streams() const noexcept { return streams_; }

private:
    void watch();

    const cluster& on_;
    std::atomic<bool> stopping_ = false;
    std::atomic<std::size_t> pictures_ = 0;
    std::atomic<std::size_t> streams_ = 0;
    std::thread thread_;
};

} // namespace thimble::e2e
