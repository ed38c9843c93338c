#include "gesture/digits.hpp"

#include <charconv>

namespace thimble::gesture {

std::string digits(double value)
{
    std::string text(32, '\0');
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    text.resize(static_cast<std::size_t>(end - text.data()));
    return text;
}

} // namespace thimble::gesture
