#include "service/accounts/hashing_queue.hpp"

#include <utility>

namespace thimble::service {

hashing_queue::place::place(std::shared_ptr<counts> of, std::string network, bool known)
    : of_(std::move(of)), network_(std::move(network)), known_(known)
{
}

hashing_queue::place::~place()
{
    if (!of_)
        return;
    const std::lock_guard alone(of_->guard);
    if (known_) {
        --of_->known;
        return;
    }
    --of_->unproven;
    const auto mine = of_->of_address.find(network_);
    if (--mine->second == 0)
        of_->of_address.erase(mine);
}

std::optional<hashing_queue::place> hashing_queue::enter(std::string network, bool known)
{
    const std::lock_guard alone(counts_->guard);
    if (known) {
        if (counts_->known >= granted_.known)
            return std::nullopt;
        ++counts_->known;
        return place(counts_, std::move(network), true);
    }
    const auto mine = counts_->of_address.find(network);
    const auto waiting = mine == counts_->of_address.end() ? 0 : mine->second;
    if (counts_->unproven >= granted_.unproven || waiting >= granted_.of_address)
        return std::nullopt;
    ++counts_->unproven;
    ++counts_->of_address[network];
    return place(counts_, std::move(network), false);
}

} // namespace thimble::service
