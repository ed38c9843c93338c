// The glass: contacts that reports tell of become fingers on the phone.
#pragma once

#include "virtualphone/hid/report.hpp"
#include "virtualphone/hid/report_clock.hpp"
#include "virtualphone/os/operating_system.hpp"

namespace thimble::virtualphone::hid {

/// A place on the panel in points of the interface as it lies now.
place on_interface(const contact& where, const operating_system& os);

/// A contact is the finger of its identity's number. It stays down until a report lifts it, whoever
/// has sent the one that put it down: which fingers are down is the phone's knowledge.
class touchscreen {
public:
    void take(const touch_report& report, operating_system& os, milliseconds now);

private:
    report_clock clock_;
};

} // namespace thimble::virtualphone::hid
