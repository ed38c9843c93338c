#include "service/jobs/moved_pictures.hpp"

#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

moved_pictures::moved_pictures(std::unique_ptr<picture_store> place,
                               std::unique_ptr<picture_store> former)
    : place_(std::move(place)), former_(std::move(former))
{
}

asio::awaitable<std::string> moved_pictures::keep(std::string account_id,
                                                  std::shared_ptr<const screen::bytes> content)
{
    return place_->keep(std::move(account_id), std::move(content));
}

asio::awaitable<bool> moved_pictures::keep_as(std::string account_id,
                                              std::string name,
                                              std::shared_ptr<const screen::bytes> content)
{
    return place_->keep_as(std::move(account_id), std::move(name), std::move(content));
}

asio::awaitable<std::shared_ptr<const screen::bytes>> moved_pictures::load(std::string account_id,
                                                                           std::string name)
{
    auto found = co_await place_->load(account_id, name);
    if (!found)
        found = co_await former_->load(std::move(account_id), std::move(name));
    co_return found;
}

asio::awaitable<void> moved_pictures::prune()
{
    co_await place_->prune();
    co_await former_->prune();
}

} // namespace thimble::service
