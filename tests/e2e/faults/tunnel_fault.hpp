// The faults of a phone's tunnel that a virtual phone can show.
#pragma once

#include "tests/e2e/faults/chance.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace thimble::e2e {

/// Until an action goes through the tunnel of a phone that would answer again.
inline constexpr std::chrono::milliseconds usual_return{3000};

struct tunnel_fault {
    std::string name;

    /// Lets it go wrong. A fault that ends by itself does so after `held`.
    std::function<remedy(const virtual_phone&, std::chrono::milliseconds held)> strike;

    /// Time that thimbled may take besides to give up what is never answered any more, also once
    /// the phone would answer to whoever asks anew.
    std::chrono::milliseconds besides{0};

    /// Time that it takes else, on a machine that does nothing but this.
    std::chrono::milliseconds within = usual_return;
};

std::vector<tunnel_fault> tunnel_faults();

} // namespace thimble::e2e
