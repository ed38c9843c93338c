#include "device/hid/report_bytes.hpp"

#include <algorithm>

namespace thimble::device::hid {

namespace {

constexpr std::size_t touch_bytes = 58;
constexpr std::byte touch_report{0x09};
constexpr std::size_t first_contact = 3;
constexpr std::size_t contact_bytes = 5;
constexpr std::size_t touch_constant = 40; // where it lies, as in all that was seen on the wire
constexpr std::size_t touch_stamp = 44;

/// Beside the identity: in range of the glass, and on it.
constexpr unsigned on_the_glass = 0xC0;

constexpr std::size_t key_bytes = 39;
constexpr std::byte key_report{0x01};
constexpr std::size_t first_usage = 1;
constexpr std::size_t key_stamp = 31;

constexpr std::size_t stamp_bytes = 6;

void put(std::vector<std::byte>& to, std::size_t at, std::uint64_t what, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i)
        to[at + i] = static_cast<std::byte>(what >> (8 * i));
}

std::uint64_t count_of(std::chrono::nanoseconds stamp)
{
    return static_cast<std::uint64_t>(stamp.count());
}

} // namespace

std::vector<std::byte> encode(const touch_frame& what, std::chrono::nanoseconds stamp)
{
    std::vector<std::byte> bytes(touch_bytes);
    const auto count = std::min(what.contacts.size(), most_contacts);
    bytes[0] = touch_report;
    bytes[1] = static_cast<std::byte>(count);
    bytes[2] = static_cast<std::byte>(most_contacts);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& contact = what.contacts[i];
        const auto at = first_contact + (contact_bytes * i);
        bytes[at] =
            static_cast<std::byte>(contact.identity | (contact.touching ? on_the_glass : 0));
        put(bytes, at + 1, contact.where.x, 2);
        put(bytes, at + 3, contact.where.y, 2);
    }
    bytes[touch_constant] = std::byte{0x02};
    put(bytes, touch_stamp, count_of(stamp), stamp_bytes);
    return bytes;
}

std::vector<std::byte> encode(const key_frame& what, std::chrono::nanoseconds stamp)
{
    std::vector<std::byte> bytes(key_bytes);
    bytes[0] = key_report;
    for (std::size_t usage = 0; usage < key_usages; ++usage)
        if (what.down.test(usage))
            bytes[first_usage + (usage / 8)] |= std::byte{1} << (usage % 8);
    put(bytes, key_stamp, count_of(stamp), stamp_bytes);
    return bytes;
}

} // namespace thimble::device::hid
