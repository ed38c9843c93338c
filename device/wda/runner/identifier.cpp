#include "device/wda/runner/identifier.hpp"

#include "text/ascii.hpp"

#include <algorithm>

namespace thimble::device::wda {

namespace {

constexpr std::size_t longest = 64;

bool is_plain(char c)
{
    return service::is_digit(c) || service::is_letter(c) || c == '-';
}

} // namespace

bool fits_a_path(std::string_view id)
{
    return !id.empty() && id.size() <= longest && std::ranges::all_of(id, is_plain);
}

} // namespace thimble::device::wda
