// Findings about the touches of phones, in the state directory.
#pragma once

#include "device/touch_gates.hpp"

#include <filesystem>
#include <map>

namespace thimble::daemon {

/// touch-gates.json, of mode 0600, read when this is made. What cannot be read counts as nothing;
/// what cannot be written is known to this process alone, and found again by the next.
class touch_gate_record final : public device::touch_gate_memory {
public:
    explicit touch_gate_record(std::filesystem::path state_dir);

    std::optional<device::touch_gate> find(const device::touch_gate_key& of) const override;

    /// Writes the file, which is small: once for a phone, its iOS and its image.
    void remember(const device::touch_gate_key& of, device::touch_gate what) override;

private:
    std::filesystem::path state_dir_;
    std::filesystem::path file_;
    std::map<device::touch_gate_key, device::touch_gate> known_;
};

} // namespace thimble::daemon
