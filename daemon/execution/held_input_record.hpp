// Inputs that are down on phones, in the state directory.
#pragma once

#include "device/held_inputs.hpp"

#include <filesystem>
#include <map>
#include <optional>

namespace thimble::daemon {

/// The file held-inputs of mode 0600, read when this is made: a line for each change, of which the
/// last one of a phone counts. Written by write(2) without fsync, and emptied when it is long and
/// nothing is down on this process's phones. Several processes may append to it, each of its own
/// phones. What cannot be written is not known to the next process.
class held_input_record final : public device::held_input_memory {
public:
    explicit held_input_record(std::filesystem::path state_dir);
    held_input_record(const held_input_record&) = delete;
    held_input_record& operator=(const held_input_record&) = delete;
    ~held_input_record() override;

    device::held_inputs find(const std::string& udid) const override;
    void remember(const std::string& udid, const device::held_inputs& what) override;

private:
    bool open();
    void empty_when_long();

    std::filesystem::path state_dir_;
    std::filesystem::path file_;
    int descriptor_ = -1; // from the first change on
    std::map<std::string, device::held_inputs>
        down_; // those of which nothing is down have no entry
};

} // namespace thimble::daemon
