// Fingers and keys that are down on phones, known beyond the process that has put them there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thimble::device {

/// All that is down on one phone. Keys are not named: they may be of a passcode.
struct held_inputs {
    struct contact {
        std::uint8_t identity = 0; // 0 to 4
        std::uint16_t x = 0; // on the panel as it is held in portrait; each edge is 0 to 65535
        std::uint16_t y = 0;

        friend bool operator==(const contact&, const contact&) = default;
    };

    std::vector<contact> contacts = {};
    bool keys = false;

    bool empty() const { return contacts.empty() && !keys; }
    friend bool operator==(const held_inputs&, const held_inputs&) = default;
};

/// There after a kill -9 of the process: the next one lifts what it finds. Home thread; quick, as
/// it is told of every sample of a gesture.
class held_input_memory {
public:
    virtual ~held_input_memory() = default;

    /// Left by a process before this one; empty where nothing is known to be.
    virtual held_inputs find(const std::string& udid) const = 0;
    virtual void remember(const std::string& udid, const held_inputs& what) = 0;
};

} // namespace thimble::device
