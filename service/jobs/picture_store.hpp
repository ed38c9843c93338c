// Store of pictures: files, or rows of a database.
#pragma once

#include "screen/picture.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace thimble::service {

struct picture_limits {
    std::size_t bytes = 2UL * 1024 * 1024 * 1024; // of all pictures together
    std::chrono::seconds age = std::chrono::hours(1);
    std::chrono::milliseconds time{5'000}; // to write or read one; then there is none
};

/// By the hash of their content, or by a name of picture_name(): the same picture of an account is
/// kept once. An account that keeps more than its share (account_share.hpp) loses its own oldest
/// pictures, and no other account any. Home thread.
class picture_store {
public:
    virtual ~picture_store() = default;

    /// The name under which it is kept from now on; empty when it cannot be (the log says why).
    virtual boost::asio::awaitable<std::string>
    keep(std::string account_id, std::shared_ptr<const screen::bytes> content) = 0;

    /// The same under a name of picture_name(); what has that name already stays. False where it
    /// cannot be kept.
    virtual boost::asio::awaitable<bool> keep_as(std::string account_id,
                                                 std::string name,
                                                 std::shared_ptr<const screen::bytes> content) = 0;

    /// nullptr when it is not there any more.
    virtual boost::asio::awaitable<std::shared_ptr<const screen::bytes>>
    load(std::string account_id, std::string name) = 0;

    /// Lets go what is too old, or too much.
    virtual boost::asio::awaitable<void> prune() = 0;
};

} // namespace thimble::service
