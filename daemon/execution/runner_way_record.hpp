// The ways in which runners came up last, in the state directory.
#pragma once

#include "device/fleet/runner_ways.hpp"

#include <filesystem>
#include <map>

namespace thimble::daemon {

/// runner-ways.json, of mode 0600, read when this is made. What cannot be read counts as nothing;
/// what cannot be written is known to this process alone, and learnt again by the next.
class runner_way_record final : public device::runner_way_memory {
public:
    explicit runner_way_record(std::filesystem::path state_dir);

    std::optional<device::proven_way> find(const device::runner_key& of) const override;

    /// Writes the file, which is small: once for a phone and its runner's package.
    void remember(const device::runner_key& of, const device::proven_way& what) override;

private:
    std::filesystem::path state_dir_;
    std::filesystem::path file_;
    std::map<device::runner_key, device::proven_way> known_;
};

} // namespace thimble::daemon
