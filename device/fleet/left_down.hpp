// Fingers and keys that are down on phones, also on those that were unplugged meanwhile.
#pragma once

#include "device/hid/held_input.hpp"

#include <map>
#include <memory>
#include <string>

namespace thimble::device {

/// A phone that is plugged in again has what was left down lifted. Home thread.
class left_down {
public:
    std::shared_ptr<hid::held_input> on(const std::string& udid)
    {
        std::erase_if(phones_, [](const auto& each) {
            return each.second.use_count() == 1 && each.second->empty(); // away, with nothing down
        });
        auto& known = phones_[udid];
        if (known == nullptr)
            known = std::make_shared<hid::held_input>();
        return known;
    }

private:
    std::map<std::string, std::shared_ptr<hid::held_input>> phones_;
};

} // namespace thimble::device
