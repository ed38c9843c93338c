// The pictures that a client may refer to: which space each of them showed.
#pragma once

#include "link/command.hpp"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::service {

/// Of one phone. The oldest are forgotten.
class recent_frames {
public:
    /// A new frame's id.
    std::string remember(const link::coordinate_space& shown);

    /// The same for a frame that has an id.
    void remember(std::string id, const link::coordinate_space& shown);

    bool empty() const noexcept { return frames_.empty(); }

    std::optional<link::coordinate_space> find(std::string_view id) const;

private:
    std::deque<std::pair<std::string, link::coordinate_space>> frames_;
};

} // namespace thimble::service
