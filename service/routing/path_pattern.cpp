#include "service/routing/path_pattern.hpp"

#include <algorithm>

namespace thimble::service {

path_pattern::path_pattern(std::string text) : text_(std::move(text))
{
    for (std::size_t start = 1; start <= text_.size();) {
        const auto end = std::min(text_.find('/', start), text_.size());
        segments_.push_back(text_.substr(start, end - start));
        start = end + 1;
    }
}

std::optional<path_values> path_pattern::match(const std::vector<std::string>& path) const
{
    if (path.size() != segments_.size())
        return std::nullopt;
    path_values values;
    for (std::size_t at = 0; at < path.size(); ++at) {
        const std::string_view segment = segments_[at];
        if (segment.starts_with('{') && !path[at].empty())
            values.emplace(segment.substr(1, segment.size() - 2), path[at]);
        else if (segment != path[at])
            return std::nullopt;
    }
    return values;
}

std::vector<std::string> path_pattern::places() const
{
    std::vector<std::string> names;
    for (const auto& segment : segments_)
        if (segment.starts_with('{'))
            names.push_back(segment.substr(1, segment.size() - 2));
    return names;
}

} // namespace thimble::service
