// Drivers that have done something with a phone, in the order in which they did.
#pragma once

#include "device/capability.hpp"

#include <cstdint>
#include <map>
#include <string_view>

namespace thimble::device {

/// The last one of each capability, and since when. Home thread.
class driver_notes {
public:
    using moment = std::uint64_t; // before, between or after two notes

    moment now() const noexcept { return count_; }

    /// `driver` is a name that lasts as long as the program.
    void note(capability what, std::string_view driver)
    {
        last_[what] = {.driver = driver, .number = count_++};
    }

    /// The last driver that has served this since then, also one that has died of it. Empty where
    /// none has.
    std::string_view since(moment then, capability what) const
    {
        const auto found = last_.find(what);
        return found == last_.end() || found->second.number < then ? std::string_view()
                                                                   : found->second.driver;
    }

private:
    struct entry {
        std::string_view driver;
        moment number = 0;
    };

    std::map<capability, entry> last_;
    moment count_ = 0;
};

} // namespace thimble::device
