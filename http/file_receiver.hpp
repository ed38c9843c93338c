// A request's body that is too long for memory, on its way to a file.
#pragma once

#include "async/worker.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace thimble::service::http {

/// Removes the file when it goes.
class received_file {
public:
    explicit received_file(std::filesystem::path path) : path_(std::move(path)) {}
    received_file(const received_file&) = delete;
    received_file& operator=(const received_file&) = delete;
    ~received_file();

    const std::filesystem::path& path() const noexcept { return path_; }
    std::uint64_t bytes = 0;
    std::string digest; // SHA-256 of its content, in hexadecimal digits

private:
    std::filesystem::path path_;
};

/// Home thread; the disk is waited for on a thread of its own. The file has mode 0600 and a name
/// that nobody outside has chosen. It is removed with this, unless somebody has taken it.
class file_receiver {
public:
    /// In a folder that is there. `most`: bytes that the body may have. `place`: held as long as
    /// this lives.
    file_receiver(const boost::asio::any_io_executor& home,
                  const std::filesystem::path& folder,
                  std::uint64_t most,
                  std::shared_ptr<void> place = nullptr);

    std::uint64_t most() const noexcept { return most_; }

    /// False where the disk has not taken it; nothing more is to come then.
    boost::asio::awaitable<bool> write(std::string part);

    /// The whole file; nullptr where the disk has not taken all of it.
    boost::asio::awaitable<std::shared_ptr<const received_file>> take();

private:
    struct target;

    std::uint64_t most_;
    std::shared_ptr<void> place_;
    std::shared_ptr<target> to_;
    async::worker disk_;
};

} // namespace thimble::service::http
