// The fingers and keys of a phone that are down, as far as this host has put them there.
#pragma once

#include "device/hid/report.hpp"

#include <map>

namespace thimble::device::hid {

/// A value that outlives the connections to its phone: whatever is left down by one is lifted
/// through the next. What may have reached the phone counts as down, and as lifted only what has.
class held_input {
public:
    /// Before a report is sent.
    void expect(const report& what);

    /// After it was sent.
    void told(const report& what);

    bool empty() const { return contacts_.empty() && keys_.none(); }

    /// The reports that lift all of it, each finger where it is.
    std::vector<report> release() const;

private:
    std::map<std::uint8_t, panel_place> contacts_; // by identity
    std::bitset<key_usages> keys_;
};

/// Lifts all that the plan puts down, at once. Nothing happens to what is up already.
report_plan lifting_of(const report_plan& what);

} // namespace thimble::device::hid
