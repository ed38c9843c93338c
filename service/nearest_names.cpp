#include "service/nearest_names.hpp"

#include "service/folded_text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace thimble::service {

namespace {

constexpr std::size_t longest_compared = 80; // bytes; what follows does not count

/// How many bytes have to be added, left out or changed to make one of the other.
std::size_t edit_distance(std::string_view one, std::string_view other)
{
    std::vector<std::size_t> row(other.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < one.size(); ++i) {
        auto diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < other.size(); ++j) {
            const auto changed = diagonal + (one[i] == other[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

} // namespace

std::vector<std::size_t> nearest_names(std::string_view wanted,
                                       const std::vector<std::string>& names)
{
    const auto meant = folded(wanted.substr(0, longest_compared));
    std::vector<std::pair<std::size_t, std::size_t>> ranked; // distance, place
    for (std::size_t place = 0; place < names.size(); ++place) {
        const auto name = folded(names[place]).substr(0, longest_compared);
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
