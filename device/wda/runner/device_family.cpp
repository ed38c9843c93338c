#include "device/wda/runner/device_family.hpp"

#include "device/wda/runner/envelope.hpp"

namespace thimble::device::wda {

device_family family_of(const nlohmann::json& status)
{
    const auto named = string_member(status, "device");
    if (named == "ipad")
        return device_family::ipad;
    return named == "iphone" ? device_family::iphone : device_family::unknown;
}

} // namespace thimble::device::wda
