#include "device/wda/runner/runner_version.hpp"

#include <charconv>

namespace thimble::device::wda {

std::optional<runner_version> parse_runner_version(std::string_view text)
{
    constexpr int largest_number = 9999;
    runner_version numbers{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int& number : numbers) {
        const auto [after, problem] = std::from_chars(at, end, number);
        if (problem != std::errc() || number < 0 || number > largest_number)
            return std::nullopt;
        if (after == end || *after != '.')
            return numbers; // "16.7" and "16.7.0-beta" as well
        at = after + 1;
    }
    return numbers;
}

} // namespace thimble::device::wda
