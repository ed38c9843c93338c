#include "text/edit_distance.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace thimble::service {

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

std::size_t typing_distance(std::string_view typed, std::string_view meant)
{
    std::vector<std::size_t> before;
    std::vector<std::size_t> last;
    std::vector<std::size_t> row(meant.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < typed.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i + 1;
        for (std::size_t j = 0; j < meant.size(); ++j) {
            const auto changed = last[j] + (typed[i] == meant[j] ? 0 : 1);
            row[j + 1] = std::min({changed, row[j] + 1, last[j + 1] + 1});
            const bool swapped =
                i > 0 && j > 0 && typed[i] == meant[j - 1] && typed[i - 1] == meant[j];
            if (swapped)
                row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
        }
    }
    return row.back();
}

} // namespace thimble::service
