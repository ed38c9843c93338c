// Pictures as files of one directory.
#pragma once

#include "async/worker.hpp"
#include "service/jobs/picture_folders.hpp"
#include "service/jobs/picture_store.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

namespace thimble::service {

/// Home thread; the files are read and written on a thread of its own.
class picture_files final : public picture_store {
public:
    picture_files(const boost::asio::any_io_executor& home,
                  std::filesystem::path directory,
                  picture_limits granted,
                  std::shared_ptr<spdlog::logger> log);

    boost::asio::awaitable<std::string> keep(std::string account_id,
                                             std::shared_ptr<const screen::bytes> content) override;

    boost::asio::awaitable<bool> keep_as(std::string account_id,
                                         std::string name,
                                         std::shared_ptr<const screen::bytes> content) override;

    boost::asio::awaitable<std::shared_ptr<const screen::bytes>> load(std::string account_id,
                                                                      std::string name) override;
    boost::asio::awaitable<void> prune() override;

private:
    template <class Call>
    boost::asio::awaitable<std::optional<std::invoke_result_t<Call&>>> run(Call call);

    std::filesystem::path directory_;
    std::chrono::milliseconds time_; // of a call
    std::shared_ptr<spdlog::logger> log_;
    std::shared_ptr<picture_folders> folders_; // used on the thread of `files_` alone
    async::worker files_;
    bool stalled_ = false; // the last call has not ended in time, which was logged
};

} // namespace thimble::service
