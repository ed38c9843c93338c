#include "gesture/touch_path.hpp"

#include "gesture/digits.hpp"

#include <algorithm>

namespace thimble::gesture {

namespace {

std::string to_string(const contact& finger)
{
    std::string line;
    for (const sample& one : finger.samples) {
        if (!line.empty())
            line += " -> ";
        line += std::to_string(one.at.count()) + "ms (" + digits(one.where.x) + "," +
                digits(one.where.y) + ")";
    }
    return line;
}

} // namespace

std::chrono::milliseconds touch_path::duration() const
{
    std::chrono::milliseconds longest{0};
    for (const contact& finger : contacts)
        longest = std::max(longest, finger.samples.back().at);
    return longest;
}

std::string to_string(const touch_path& path)
{
    std::string text;
    for (const contact& finger : path.contacts) {
        if (!text.empty())
            text += '\n';
        text += to_string(finger);
    }
    return text;
}

} // namespace thimble::gesture
