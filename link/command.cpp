#include "link/command.hpp"

#include <array>

namespace thimble::link {

std::string_view to_string(outcome value)
{
    constexpr std::array<std::string_view, 3> names{"done", "not_sent", "unknown"};
    return names.at(static_cast<std::size_t>(value));
}

} // namespace thimble::link
