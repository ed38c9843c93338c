// On whose behalf a client speaks.
#pragma once

#include <memory>
#include <string>

namespace thimble::mcp {

struct principal {
    std::string id;                               // of the account
    std::shared_ptr<const void> rights = nullptr; // whatever the catalogue has to know about it

    /// Of the account: another of its keys may have fewer rights. Sessions and states belong to it.
    std::string credential = {};

    /// Account and credential.
    std::string whole() const { return id + '/' + credential; }
};

} // namespace thimble::mcp
