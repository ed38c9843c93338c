// Lists that are written as one text: taken apart, and put together.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::service {

/// The part before `mark`, which is taken off `rest` together with the mark; all of it where there
/// is no mark.
constexpr std::string_view take_until(char mark, std::string_view& rest)
{
    const auto part = rest.substr(0, rest.find(mark));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    return part;
}

/// The texts of all, as `text_of` gives them, with `between` between each two.
template <class List, class TextOf = std::identity>
std::string joined(const List& all, std::string_view between, TextOf text_of = {})
{
    std::string out;
    for (bool first = true; const auto& each : all) {
        if (!std::exchange(first, false))
            out += between;
        out += std::invoke(text_of, each);
    }
    return out;
}

} // namespace thimble::service
