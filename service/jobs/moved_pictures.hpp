// Pictures that are kept in one place from now on, and those that lie in the place before.
#pragma once

#include "service/jobs/picture_store.hpp"

#include <memory>
#include <string>

namespace thimble::service {

/// Home thread. What lies in the former place is found there until it is too old.
class moved_pictures final : public picture_store {
public:
    moved_pictures(std::unique_ptr<picture_store> place, std::unique_ptr<picture_store> former);

    boost::asio::awaitable<std::string> keep(std::string account_id,
                                             std::shared_ptr<const screen::bytes> content) override;
    boost::asio::awaitable<bool> keep_as(std::string account_id,
                                         std::string name,
                                         std::shared_ptr<const screen::bytes> content) override;
    boost::asio::awaitable<std::shared_ptr<const screen::bytes>> load(std::string account_id,
                                                                      std::string name) override;
    boost::asio::awaitable<void> prune() override;

private:
    std::unique_ptr<picture_store> place_;
    std::unique_ptr<picture_store> former_;
};

} // namespace thimble::service
