// Knowledge of phones whose touches need more than their being sent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace thimble::device {

/// A phone as far as its touches depend on it. Another release of iOS or another developer image
/// may behave otherwise.
struct touch_gate_key {
    std::string udid;
    std::string build; // of iOS
    std::string image; // tells developer images apart

    friend auto operator<=>(const touch_gate_key&, const touch_gate_key&) = default;
};

/// The condition under which touches that were sent were seen to land.
enum class touch_gate : std::uint8_t {
    open,         // none
    needs_stream, // the phone's media stream ran
};

/// Memory of what has been found, for as long as the program is installed. Home thread; quick.
class touch_gate_memory {
public:
    virtual ~touch_gate_memory() = default;

    /// Nothing where it has not been found yet.
    virtual std::optional<touch_gate> find(const touch_gate_key& of) const = 0;
    virtual void remember(const touch_gate_key& of, touch_gate what) = 0;
};

} // namespace thimble::device
