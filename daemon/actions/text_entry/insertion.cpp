#include "daemon/actions/text_entry/insertion.hpp"

#include <algorithm>

namespace thimble::daemon {

bool is_insertion(std::string_view before, std::string_view after, std::string_view text)
{
    const auto parted = std::ranges::mismatch(before, after).in1;
    const auto same = static_cast<std::size_t>(parted - before.begin());
    auto place = after.find(text);
    while (place != std::string_view::npos && place <= same) {
        const auto rest = after.substr(place + text.size());
        if (place + rest.size() <= before.size() && before.ends_with(rest))
            return true;
        place = after.find(text, place + 1);
    }
    return false;
}

} // namespace thimble::daemon
