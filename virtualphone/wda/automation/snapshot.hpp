// The accessibility tree at one moment, and the elements that clients name by their ids.
#pragma once

#include "virtualphone/wda/automation/automation.hpp"
#include "virtualphone/wda/protocol/request.hpp"

#include <expected>
#include <string>
#include <vector>

namespace thimble::virtualphone::wda {

class snapshot {
public:
    explicit snapshot(automation& agent);

    /// The application.
    const element& tree() const { return tree_; }

    /// Valid as long as the snapshot; refused as stale when it is there no longer.
    std::expected<const element*, refusal> find(std::string_view id) const;
    /// The field that takes what is typed; nothing when there is no keyboard.
    const element* focused() const;
    /// As clients get elements: their id under both of its names.
    nlohmann::json reference(const element& to) const;

private:
    automation& agent_;
    int pid_;
    element tree_;
};

} // namespace thimble::virtualphone::wda
