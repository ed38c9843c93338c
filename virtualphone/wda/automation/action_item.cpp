#include "virtualphone/wda/automation/action_item.hpp"

#include "virtualphone/wda/protocol/arguments.hpp"

namespace thimble::virtualphone::wda {

using nlohmann::json;

std::string item_type(const json& item)
{
    const auto type = item.find("type");
    return type != item.end() && type->is_string() ? type->get<std::string>() : std::string();
}

std::expected<milliseconds, refusal> item_duration(const json& item)
{
    auto duration = number_argument(item, "duration", 0, longest_event.count(), 0);
    if (!duration)
        return std::unexpected(refusal{errors::unknown_error, std::move(duration.error().message)});
    return milliseconds(*duration);
}

std::expected<std::vector<const json*>, refusal> without_cancelled(const json& items)
{
    std::vector<const json*> kept;
    for (const json& item : items) {
        if (item_type(item) != "pointerCancel") {
            kept.push_back(&item);
            continue;
        }
        if (kept.empty()) {
            return std::unexpected(
                refusal{errors::unknown_error, "A pointerCancel needs an action before it"});
        }
        kept.pop_back();
    }
    return kept;
}

} // namespace thimble::virtualphone::wda
