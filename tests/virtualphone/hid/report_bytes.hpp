// Reports of HID as hosts write them, byte for byte.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::tests {

using report_bytes = std::vector<std::uint8_t>;

/// Spaces between digits are only for the eye.
inline report_bytes from_hex(std::string_view digits)
{
    report_bytes result;
    std::string pair;
    for (const char digit : digits) {
        if (digit == ' ')
            continue;
        pair.push_back(digit);
        if (pair.size() == 2) {
            result.push_back(static_cast<std::uint8_t>(std::stoul(pair, nullptr, 16)));
            pair.clear();
        }
    }
    return result;
}

/// The captured one: one contact with the identity 2 at (0x8000, 0x4000).
inline constexpr auto captured_down =
    "09 01 05 c200800040 0000000000 0000000000 0000000000 0000000000 000000000000000000000000"
    "02000000 665544332211 0000000000000000";

struct contact_bytes {
    int identity = 2;
    bool touching = true;
    unsigned x = 0; // of 65535
    unsigned y = 0;
};

inline report_bytes touch_bytes(std::initializer_list<contact_bytes> contacts, std::uint64_t ms)
{
    report_bytes result{0x09, static_cast<std::uint8_t>(contacts.size()), 0x05};
    for (const contact_bytes& each : contacts) {
        const unsigned state = static_cast<unsigned>(each.identity) | (each.touching ? 0xC0U : 0U);
        for (const unsigned value : {state, each.x, each.x >> 8U, each.y, each.y >> 8U})
            result.push_back(static_cast<std::uint8_t>(value));
    }
    result.resize(40);
    result.insert(result.end(), {0x02, 0, 0, 0});
    for (unsigned byte = 0; byte < 6; ++byte)
        result.push_back(static_cast<std::uint8_t>(ms * 1'000'000 >> 8 * byte));
    result.resize(58);
    return result;
}

inline report_bytes key_bytes(std::initializer_list<unsigned> usages, std::uint64_t ms)
{
    report_bytes result(31);
    result[0] = 0x01;
    for (const unsigned usage : usages)
        result[1 + usage / 8] |= static_cast<std::uint8_t>(1U << usage % 8);
    for (unsigned byte = 0; byte < 6; ++byte)
        result.push_back(static_cast<std::uint8_t>(ms * 1'000'000 >> 8 * byte));
    result.resize(39);
    return result;
}

} // namespace thimble::tests
