#include "service/gateway/nearest_path.hpp"

#include "text/edit_distance.hpp"
#include "text/lists.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace thimble::service {

namespace {

constexpr std::size_t longest_segment = 40; // bytes
constexpr std::size_t most_segments = 8;
constexpr std::size_t most_mistyped = 2; // letters

/// Words of other tools for what a path says here.
struct other_word {
    std::string_view theirs;
    std::string_view ours;
};

constexpr std::array other_words{
    other_word{.theirs = "swipe", .ours = "flick"},
    other_word{.theirs = "click", .ours = "tap"},
    other_word{.theirs = "long-press", .ours = "tap-and-hold"},
    other_word{.theirs = "launch", .ours = "open-app"},
};

std::string in_our_words(const std::string& segment)
{
    for (const auto& each : other_words)
        if (segment == each.theirs)
            return std::string(each.ours);
    return segment;
}

/// So many letters have to be changed; nothing where they are too many.
std::optional<std::size_t> distance(std::string_view pattern, const std::vector<std::string>& path)
{
    std::size_t sum = 0;
    pattern.remove_prefix(1); // the first slash
    for (const auto& segment : path) {
        if (pattern.empty())
            return std::nullopt;
        const auto wanted = take_until('/', pattern);
        if (!wanted.starts_with('{'))
            sum += typing_distance(segment, wanted);
        if (sum > most_mistyped)
            return std::nullopt;
    }
    return pattern.empty() ? std::optional(sum) : std::nullopt;
}

bool is_too_long(const std::vector<std::string>& path)
{
    if (path.size() > most_segments)
        return true;
    for (const auto& each : path)
        if (each.size() > longest_segment)
            return true;
    return false;
}

} // namespace

std::string nearest_path(const table& endpoints, const std::vector<std::string>& path)
{
    if (path.empty() || path.front() != "v1" || is_too_long(path))
        return {};
    auto meant = path;
    meant.back() = in_our_words(meant.back());
    std::string best;
    auto least = most_mistyped + 1;
    for (const auto& each : endpoints.routes())
        if (const auto found = distance(each.pattern.text(), meant); found && *found < least) {
            least = *found;
            best = each.pattern.text();
        }
    return best;
}

} // namespace thimble::service
