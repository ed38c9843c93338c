// On whose behalf a client speaks.
#pragma once

#include <memory>
#include <string>

namespace thimble::mcp {

struct principal {
    std::string id; // of the account; sessions and states belong to it
    std::shared_ptr<const void> rights = nullptr; // whatever the catalogue has to know about it
};

} // namespace thimble::mcp
