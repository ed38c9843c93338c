#include "gesture/touch_path.hpp"

#include <algorithm>
#include <charconv>

namespace thimble::gesture {

namespace {

/// The shortest text that reads back as the same number.
std::string digits(double value)
{
    std::string text(32, '\0');
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    text.resize(static_cast<std::size_t>(end - text.data()));
    return text;
}

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
