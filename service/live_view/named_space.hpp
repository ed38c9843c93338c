// Frame ids of one moving picture: one for each space in a row.
#pragma once

#include "service/phones/phones.hpp"

#include <string>

namespace thimble::service {

/// Home thread. Thirty names a second would drive all others out of the phone's memory.
class named_space {
public:
    /// Name of a picture of that phone which shows this.
    const std::string& name(known_phone& phone, const link::coordinate_space& shown)
    {
        if (id_.empty() || shown != space_) {
            space_ = shown;
            id_ = phone.frames.remember(shown);
        } else if (!phone.frames.find(id_)) {
            phone.frames.remember(id_, shown);
        }
        return id_;
    }

private:
    std::string id_;
    link::coordinate_space space_;
};

} // namespace thimble::service
