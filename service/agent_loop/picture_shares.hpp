// Accounting of the picture bytes that an account's sessions hold.
#pragma once

#include "screen/picture.hpp"

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service {

/// Home thread; the pictures may be let go of on any. A session holds those that the model is told
/// of, and the latest: a hostile desktop makes each as large as it may be.
class picture_shares {
public:
    /// The same picture, which counts for the account until nobody has its bytes any more. Nothing
    /// where the account would then hold more than `most` bytes.
    std::optional<screen::picture>
    hold(const std::string& account_id, screen::picture what, std::size_t most);

    /// That the account holds now.
    std::size_t held(const std::string& account_id) const;

private:
    using counter = std::atomic<std::size_t>; // bytes

    std::shared_ptr<counter> counter_of(const std::string& account_id);

    std::map<std::string, std::weak_ptr<counter>> counters_; // by account; pictures own them
};

} // namespace thimble::service
