// The consent of a person at the terminal, asked for while everything else goes on.
#pragma once

#include "async/worker.hpp"

#include <atomic>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>

namespace thimble::daemon {

/// Home thread; reads on a thread of its own, from the first wait() on, one line.
class consent {
public:
    enum class answer : std::uint8_t { none, yes, no };

    /// `given`: everything is agreed to. `from`: whom to ask; nullptr: nobody, and nothing is
    /// agreed to. It outlives the process's last use of it.
    consent(boost::asio::any_io_executor home, bool given, std::istream* from);

    /// Begins to wait for an answer; the question has been put. More than once does nothing.
    void wait();

    /// None: nobody has answered yet.
    answer given() const;

    /// True where there is somebody to ask.
    bool can_ask() const { return !given_ && from_ != nullptr; }

private:
    bool given_;
    std::istream* from_;
    bool waiting_ = false;
    async::worker reader_;
    std::shared_ptr<std::atomic<answer>> answer_ =
        std::make_shared<std::atomic<answer>>(answer::none);
};

} // namespace thimble::daemon
