// Pictures as files of one directory.
#pragma once

#include "async/worker.hpp"
#include "service/pictures/picture_store.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <type_traits>

namespace thimble::service {

struct picture_limits {
    std::uintmax_t bytes = 2UL * 1024 * 1024 * 1024; // of all files together
    std::chrono::seconds age = std::chrono::hours(1);
    std::chrono::milliseconds time{5'000}; // to write or read one; then there is none
};

/// Home thread; the files are read and written on a thread of its own. Names are SHA-256 in
/// hexadecimal, so no name leads out of the directory.
class picture_files final : public picture_store {
public:
    /// Makes the directory, mode 0700, when the first picture comes.
    picture_files(const boost::asio::any_io_executor& home,
                  std::filesystem::path directory,
                  picture_limits granted,
                  std::shared_ptr<spdlog::logger> log);

    boost::asio::awaitable<std::string> keep(std::shared_ptr<const screen::bytes> content) override;
    boost::asio::awaitable<std::shared_ptr<const screen::bytes>> load(std::string name) override;
    boost::asio::awaitable<void> prune() override;

private:
    template <class Call>
    boost::asio::awaitable<std::optional<std::invoke_result_t<Call&>>> run(Call call);

    std::filesystem::path directory_;
    picture_limits limits_;
    std::shared_ptr<spdlog::logger> log_;
    async::worker files_;
    bool stalled_ = false; // the last call has not ended in time, which was logged
};

} // namespace thimble::service
