// Slots of requests that wait for screens, so many for an account.
#pragma once

#include <map>
#include <memory>
#include <string>

namespace thimble::service::api {

/// Home thread. An account has its own number of slots: others wait beside it.
class wait_slots {
public:
    using slot = std::shared_ptr<void>;

    /// Counts as long as it is held; nullptr where the account holds all of its own.
    slot take(const std::string& account_id);

private:
    std::shared_ptr<std::map<std::string, int>> taken_ =
        std::make_shared<std::map<std::string, int>>(); // by account
};

} // namespace thimble::service::api
