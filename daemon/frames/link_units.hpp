// A phone's video in the words of the link.
#pragma once

#include "device/access_unit.hpp"
#include "device/phone.hpp"
#include "link/access_unit.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace thimble::daemon {

/// Home thread. Of whoever follows a phone: numbers and times only rise, whichever streams the
/// units come from.
class link_units {
public:
    using time = std::chrono::steady_clock::time_point;

    /// Another phone is followed, or the same one anew. What it has sent before `now` counts from
    /// then: its screen has stood still since.
    void begin(time now);

    /// The unit, upright by what is known of the phone now. Shares its bytes.
    link::access_unit next(const device::shared_unit& what, const device::phone_facts& facts);

    /// A unit that can be decoded by nobody, and whose number tells that others were lost. Nothing
    /// where there was none before.
    std::optional<link::access_unit> gap(const device::phone_facts& facts);

private:
    link::access_unit unit_of(const device::phone_facts& facts) const;
    std::uint64_t number_of(const device::access_unit& what);
    std::chrono::system_clock::time_point captured_at(time captured);
    void note_format(const std::shared_ptr<const device::video_format>& what);

    time followed_;
    std::uint64_t stream_ = 0; // the phone's own number of it; 0: none yet
    std::uint64_t first_ = 0;  // ours, for the stream's first unit
    std::uint64_t next_ = 1;   // ours, where none is lost
    std::chrono::system_clock::time_point last_captured_;
    std::shared_ptr<const device::video_format> format_; // of the last unit,
    link::video_configuration_ptr configuration_;        // and in the link's words
};

} // namespace thimble::daemon
