// Text on pictures, read off the home thread.
#pragma once

#include "screen/text_recognition.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace thimble::daemon {

/// Home thread. Threads of its own, half as many as there are cores: a reading takes a hundred
/// times as long as a picture, and no stream shall wait for it. Each thread's engine is made when
/// it is first needed and kept.
class text_reader {
public:
    using lines = std::vector<screen::recognised_line>;

    /// A screen full of text takes half a second, the first one twice that; a busy machine more.
    static constexpr std::chrono::milliseconds usual_limit{5000};

    /// `data` is where the data for English lies; where it is nothing, nothing is read. A reading
    /// that is not done within `limit` is given up.
    text_reader(boost::asio::any_io_executor home,
                std::optional<std::filesystem::path> data,
                std::shared_ptr<spdlog::logger> log,
                std::chrono::milliseconds limit = usual_limit);
    text_reader(const text_reader&) = delete;
    text_reader& operator=(const text_reader&) = delete;

    /// Waits for readings under way; those that nobody waits for any more end at their next word.
    ~text_reader();

    /// True where text can be read, as far as is known: a library that is missing is noticed when
    /// it is first needed.
    bool available() const noexcept { return data_.has_value(); }

    /// Every line on the picture; nothing where they could not all be read in time.
    boost::asio::awaitable<std::optional<lines>> read(screen::picture what);

private:
    struct engines;

    boost::asio::any_io_executor home_;
    std::optional<std::filesystem::path> data_;
    std::shared_ptr<spdlog::logger> log_;
    std::chrono::milliseconds limit_;
    std::shared_ptr<engines> engines_;
    boost::asio::thread_pool threads_;
};

} // namespace thimble::daemon
