// How many requests wait for screens at the same time.
#pragma once

#include <map>
#include <memory>
#include <string>

namespace thimble::service::api {

/// Home thread. An account has its own number of places: others wait beside it.
class wait_places {
public:
    using place = std::shared_ptr<void>;

    /// Counts as long as it is held; nullptr where the account holds all of its own.
    place take(const std::string& account_id);

private:
    std::shared_ptr<std::map<std::string, int>> taken_ =
        std::make_shared<std::map<std::string, int>>(); // by account
};

} // namespace thimble::service::api
