// Fingers and keys that are down on phones, also on those that were unplugged meanwhile.
#pragma once

#include "device/held_inputs.hpp"
#include "device/hid/held_input.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace thimble::device {

/// A phone that is plugged in again has what was left down lifted, and one on which a process
/// before this one has left something down. Home thread.
class left_down {
public:
    /// Without a memory nothing is known of other processes.
    explicit left_down(std::shared_ptr<held_input_memory> memory = nullptr)
        : memory_(std::move(memory))
    {
    }

    std::shared_ptr<hid::held_input> on(const std::string& udid)
    {
        std::erase_if(phones_, [](const auto& each) {
            return each.second.use_count() == 1 && each.second->empty(); // away, with nothing down
        });
        auto& known = phones_[udid];
        if (known == nullptr)
            known = known_before(udid);
        return known;
    }

private:
    std::shared_ptr<hid::held_input> known_before(const std::string& udid) const
    {
        if (memory_ == nullptr)
            return std::make_shared<hid::held_input>();
        auto out = std::make_shared<hid::held_input>(memory_->find(udid));
        out->on_change(
            [memory = memory_, udid](const held_inputs& now) { memory->remember(udid, now); });
        return out;
    }

    std::shared_ptr<held_input_memory> memory_;
    std::map<std::string, std::shared_ptr<hid::held_input>> phones_;
};

} // namespace thimble::device
