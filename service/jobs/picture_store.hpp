// Store of the pictures of jobs.
#pragma once

#include "screen/picture.hpp"

#include <boost/asio/awaitable.hpp>

#include <memory>
#include <string>

namespace thimble::service {

/// By the hash of their content: the same picture of an account is kept once. Home thread.
class picture_store {
public:
    virtual ~picture_store() = default;

    /// The name under which it is kept from now on; empty when it cannot be (the log says why).
    virtual boost::asio::awaitable<std::string>
    keep(std::string account_id, std::shared_ptr<const screen::bytes> content) = 0;

    /// nullptr when it is not there any more.
    virtual boost::asio::awaitable<std::shared_ptr<const screen::bytes>>
    load(std::string account_id, std::string name) = 0;

    /// Lets go what is too old, or too much.
    virtual boost::asio::awaitable<void> prune() = 0;
};

} // namespace thimble::service
