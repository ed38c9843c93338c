#include "virtualphone/mux/attached_phones.hpp"

#include <algorithm>

namespace thimble::virtualphone::mux {

std::shared_ptr<attached_phone> attached_phones::attach(phone& device)
{
    const auto same = [&](const auto& known) { return known->device == &device; };
    if (std::ranges::any_of(attached_, same))
        return nullptr;
    auto added = std::make_shared<attached_phone>();
    added->id = {++last_id_, hyphenated(device.os.who().udid)};
    added->device = &device;
    return attached_.emplace_back(std::move(added));
}

std::shared_ptr<attached_phone> attached_phones::detach(const phone& device)
{
    const auto same = [&](const auto& known) { return known->device == &device; };
    const auto found = std::ranges::find_if(attached_, same);
    if (found == attached_.end())
        return nullptr;
    auto removed = *found;
    attached_.erase(found);
    removed->connections.shut_down_all();
    return removed;
}

std::shared_ptr<attached_phone> attached_phones::find(std::uint32_t device_id) const
{
    for (const auto& known : attached_)
        if (known->id.device_id == device_id)
            return known;
    return nullptr;
}

std::shared_ptr<attached_phone> attached_phones::find(std::string_view udid) const
{
    for (const auto& known : attached_)
        if (known->id.udid == udid)
            return known;
    return nullptr;
}

std::string hyphenated(std::string serial)
{
    constexpr std::size_t compact_size = 24;
    if (serial.size() == compact_size && !serial.contains('-'))
        serial.insert(8, "-");
    return serial;
}

} // namespace thimble::virtualphone::mux
