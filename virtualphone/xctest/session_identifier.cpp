#include "virtualphone/xctest/session_identifier.hpp"

#include <algorithm>
#include <cctype>

namespace thimble::virtualphone::xctest {

std::string text_of_identifier(const dtx::object& what)
{
    if (const auto* identifier = what.as<dtx::uuid>())
        return text_of(*identifier);
    const auto* text = what.as<std::string>();
    if (text == nullptr)
        return {};
    std::string result = *text;
    std::ranges::transform(result, result.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return result;
}

} // namespace thimble::virtualphone::xctest
