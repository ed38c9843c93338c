// Whether keys with modifiers can be pressed on a phone.
#pragma once

#include "tests/e2e/driven_phone.hpp"

#include <string>

namespace thimble::e2e {

/// Before iOS 17 the runner has no keys with modifiers.
inline bool takes_modifiers(const driven_phone& on)
{
    return std::stoi(on.fact("ios").get<std::string>()) >= 17;
}

} // namespace thimble::e2e
