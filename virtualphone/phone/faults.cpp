#include "virtualphone/phone/faults.hpp"

#include <array>
#include <utility>

namespace thimble::virtualphone {

std::optional<fault_kind> parse_fault_kind(std::string_view text)
{
    static constexpr auto names = std::to_array<std::pair<std::string_view, fault_kind>>({
        {"refuse", fault_kind::refuse},
        {"hang", fault_kind::hang},
        {"trickle", fault_kind::trickle},
        {"cut", fault_kind::cut},
        {"delay", fault_kind::delay},
        {"corrupt", fault_kind::corrupt},
        {"error", fault_kind::error},
    });
    for (const auto& [name, kind] : names)
        if (name == text)
            return kind;
    return std::nullopt;
}

std::optional<fault> fault_switches::take(std::string_view service)
{
    const auto found = faults_.find(service);
    if (found == faults_.end())
        return std::nullopt;
    fault& left = found->second;
    const fault shown = left;
    if (left.count > 0)
        --left.count;
    if (left.count == 0)
        faults_.erase(found);
    return shown;
}

bool fault_switches::take_refusal(std::string_view service)
{
    const auto found = faults_.find(service);
    if (found == faults_.end() || found->second.kind != fault_kind::refuse)
        return false;
    return take(service).has_value();
}

std::optional<fault> fault_switches::take_other_than_refusal(std::string_view service)
{
    const auto found = faults_.find(service);
    if (found == faults_.end() || found->second.kind == fault_kind::refuse)
        return std::nullopt;
    return take(service);
}

} // namespace thimble::virtualphone
