// Inputs that are down on phones, in the state directory.
#pragma once

#include "device/held_inputs.hpp"

#include <filesystem>
#include <map>
#include <optional>

namespace thimble::daemon {

/// The file held-inputs of mode 0600: a line for each phone on which something is down, and nothing
/// of what was down before. Written in place by write(2) without fsync. Several processes may share
/// it, each with phones of its own. What cannot be written is not known to the next process.
class held_input_record final : public device::held_input_memory {
public:
    explicit held_input_record(std::filesystem::path state_dir);
    held_input_record(const held_input_record&) = delete;
    held_input_record& operator=(const held_input_record&) = delete;
    ~held_input_record() override;

    device::held_inputs find(const std::string& udid) const override;
    void remember(const std::string& udid, const device::held_inputs& what) override;

private:
    using phones = std::map<std::string, device::held_inputs>;

    bool open();
    void write_all();

    std::filesystem::path state_dir_;
    std::filesystem::path file_;
    int descriptor_ = -1; // from the first change on
    phones found_;        // when this was made
    phones own_;          // that have changed since
};

} // namespace thimble::daemon
