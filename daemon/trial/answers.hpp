// Answers of a person at the terminal, read while everything else goes on.
#pragma once

#include "async/worker.hpp"

#include <cstdint>
#include <istream>

namespace thimble::daemon {

enum class word : std::uint8_t {
    yes,
    no,
    unsure,
    leave,   // also the end of the input
    unknown, // to be asked again
};

/// y, n, ?, q, or the whole words, in any case.
word word_in(std::string_view line);

/// Home thread; reads on a thread of its own, a line for each call of next(). A read that nobody
/// waits for any more takes the line that comes, so the process ends without it.
class answers {
public:
    /// `from` outlives the process's last use of it, and is not more than a line ahead of the
    /// descriptor `terminal` that it reads; one that is no terminal has all its lines read.
    answers(boost::asio::any_io_executor home, std::istream& from, int terminal);

    boost::asio::awaitable<word> next();

    /// A line that was typed before its question is no answer to it. Only between two calls of
    /// next(), and only on a terminal.
    void drop_typed_ahead() const;

private:
    async::worker reader_;
    std::istream& from_;
    int terminal_;
};

} // namespace thimble::daemon
