// The file of one recording that is being written.
#pragma once

#include "async/worker.hpp"
#include "service/recordings/recording_folders.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thimble::service {

/// Home thread; the disk is waited for on a thread of its own. What was written is never written
/// again: whoever reads the file meanwhile reads what is there.
class recording_file {
public:
    recording_file(const boost::asio::any_io_executor& home,
                   std::shared_ptr<const recording_folders> in,
                   std::string account_id,
                   std::string id);

    /// False where the disk has not taken it, or not in time; nothing more is to come then.
    boost::asio::awaitable<bool> append(std::vector<std::byte> content);

    /// Bytes that are in it.
    std::uint64_t size() const noexcept { return size_; }

private:
    struct target;

    std::shared_ptr<target> to_;
    async::worker disk_;
    std::uint64_t size_ = 0;
};

} // namespace thimble::service
