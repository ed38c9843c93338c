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
    /// `from` outlives the process's last use of it.
    answers(boost::asio::any_io_executor home, std::istream& from);

    boost::asio::awaitable<word> next();

private:
    async::worker reader_;
    std::istream& from_;
};

} // namespace thimble::daemon
