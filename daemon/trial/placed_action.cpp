#include "daemon/trial/placed_action.hpp"

#include <charconv>
#include <utility>

namespace thimble::daemon {

namespace {

std::string_view next_word(std::string_view& rest)
{
    const auto end = rest.find(' ');
    const auto out = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return out;
}

} // namespace

std::optional<std::string> placed(std::string_view action, int width, int height)
{
    std::string out;
    bool across = true; // the next place is one of the width
    for (auto rest = action; !rest.empty();) {
        const auto each = next_word(rest);
        int percent = 0;
        if (!out.empty())
            out += ' ';
        if (!each.starts_with('@') ||
            std::from_chars(each.data() + 1, each.data() + each.size(), percent).ec !=
                std::errc{}) {
            out += each;
            continue;
        }
        const int edge = std::exchange(across, !across) ? width : height;
        if (edge <= 0)
            return std::nullopt;
        out += std::to_string(edge * percent / 100);
    }
    return out;
}

} // namespace thimble::daemon
