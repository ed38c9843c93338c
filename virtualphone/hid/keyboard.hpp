// A keyboard: reports that name all keys that are down become strokes on the phone.
#pragma once

#include "virtualphone/hid/report.hpp"
#include "virtualphone/hid/report_clock.hpp"
#include "virtualphone/os/operating_system.hpp"

namespace thimble::virtualphone::hid {

/// Keys stay down until a report without them, or release().
class keyboard {
public:
    void take(const key_report& report, operating_system& os, milliseconds now);

    /// One key, as hosts without reports tell of it.
    void press(std::size_t usage, bool down, operating_system& os, milliseconds now);

    void release(operating_system& os, milliseconds now) { change(os, {}, now); }

private:
    void change(operating_system& os, const std::bitset<usage_count>& to, milliseconds at);
    void stroke(operating_system& os, std::size_t usage, bool down, milliseconds at);

    report_clock clock_;
    std::bitset<usage_count> pressed_;
};

} // namespace thimble::virtualphone::hid
