// The values that are taken out of what the sessions of an account show.
#pragma once

#include "service/agent/secret_values.hpp"

#include <map>
#include <memory>
#include <string>

namespace thimble::service {

/// Home thread. The sessions of an account that live at a time share theirs: the table that finds
/// many long values takes megabytes.
class shared_secret_values {
public:
    std::shared_ptr<agent::secret_values> of(const std::string& account_id)
    {
        std::erase_if(known_, [](const auto& each) { return each.second.expired(); });
        auto& known = known_[account_id];
        auto out = known.lock();
        if (!out)
            known = out = std::make_shared<agent::secret_values>();
        return out;
    }

private:
    std::map<std::string, std::weak_ptr<agent::secret_values>> known_; // by account
};

} // namespace thimble::service
