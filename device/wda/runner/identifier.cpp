#include "device/wda/runner/identifier.hpp"

#include <algorithm>

namespace thimble::device::wda {

namespace {

constexpr std::size_t longest = 64;

bool is_plain(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

} // namespace

bool fits_a_path(std::string_view id)
{
    return !id.empty() && id.size() <= longest && std::ranges::all_of(id, is_plain);
}

} // namespace thimble::device::wda
