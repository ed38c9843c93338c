#include "service/phones/recent_frames.hpp"

#include "text/uuid.hpp"

#include <algorithm>

namespace thimble::service {

namespace {

constexpr std::size_t remembered = 256;

} // namespace

std::string recent_frames::remember(const link::coordinate_space& shown)
{
    auto id = random_uuid();
    remember(id, shown);
    return id;
}

void recent_frames::remember(std::string id, const link::coordinate_space& shown)
{
    if (frames_.size() == remembered)
        frames_.pop_front();
    frames_.emplace_back(std::move(id), shown);
}

std::optional<link::coordinate_space> recent_frames::find(std::string_view id) const
{
    const auto found = std::ranges::find(
        frames_, id, [](const auto& each) { return std::string_view(each.first); });
    return found == frames_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace thimble::service
