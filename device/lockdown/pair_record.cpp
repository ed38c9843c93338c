#include "device/lockdown/pair_record.hpp"

#include "device/usbmux/handle.hpp"

#include <cstdint>
#include <usbmuxd.h>

namespace thimble::device {

namespace {

constexpr int no_record = -2; // usbmuxd's RESULT_BADDEV

}

std::optional<bool> says_pair_record(int answer, std::size_t size)
{
    if (answer == 0)
        return size > 0;
    if (answer == no_record)
        return false;
    return std::nullopt;
}

std::optional<bool> has_pair_record(const std::string& udid)
{
    c_string record;
    std::uint32_t size = 0;
    const int answer = usbmuxd_read_pair_record(udid.c_str(), adopt(record), &size);
    return says_pair_record(answer, size);
}

} // namespace thimble::device
