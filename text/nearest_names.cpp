#include "text/nearest_names.hpp"

#include "text/edit_distance.hpp"
#include "text/folded_text.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace {

constexpr std::size_t longest_name_compared = 80; // bytes; what follows does not count

} // namespace

std::vector<std::size_t> nearest_names(std::string_view wanted,
                                       const std::vector<std::string>& names)
{
    const auto meant = folded(wanted.substr(0, longest_name_compared));
    std::vector<std::pair<std::size_t, std::size_t>> ranked; // distance, place
    for (std::size_t place = 0; place < names.size(); ++place) {
        const auto name = folded(names[place]).substr(0, longest_name_compared);
        const bool contains = name.contains(meant);
        ranked.emplace_back(contains ? 0 : 1 + edit_distance(meant, name), place);
    }
    std::ranges::sort(ranked);
    std::vector<std::size_t> out;
    for (const auto& [distance, place] : ranked)
        if (out.size() < most_candidates)
            out.push_back(place);
    return out;
}

} // namespace thimble::service
