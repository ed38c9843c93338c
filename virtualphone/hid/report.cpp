#include "virtualphone/hid/report.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace thimble::virtualphone::hid {
namespace {

constexpr std::uint8_t touch_report_id = 0x09;
constexpr std::uint8_t key_report_id = 0x01;
constexpr std::uint8_t pointer_report_id = 0x13;

// Touchscreen: 0 id, 1 number of contacts, 2 the most there can be, 3 five bytes for each, 44 time.
constexpr std::size_t contacts_at = 3;
constexpr std::size_t contact_size = 5;
constexpr std::size_t touch_time_at = 44;
constexpr std::uint8_t in_range_bit = 0x80;
constexpr std::uint8_t touching_bit = 0x40;

// Keyboard: 0 id, 1 a bit for each usage, 31 time. Pointer: 0 id, 1 x, 5 y, 11 time.
constexpr std::size_t keys_at = 1;
constexpr std::size_t key_time_at = 31;
constexpr std::size_t pointer_time_at = 11;

std::uint64_t little_endian(byte_view from, std::size_t at, std::size_t size)
{
    std::uint64_t value = 0;
    for (std::size_t back = size; back > 0; --back)
        value = value << 8U | from[at + back - 1];
    return value;
}

std::uint64_t time_in(byte_view report, std::size_t at)
{
    constexpr std::size_t time_size = 6;
    return little_endian(report, at, time_size);
}

std::expected<void, std::string> check_shape(byte_view report, std::size_t size, std::uint8_t id)
{
    if (report.size() != size)
        return std::unexpected(
            fmt::format("{} bytes, where the report has {}", report.size(), size));
    if (report[0] != id)
        return std::unexpected(fmt::format("report id {}, where {} is needed", report[0], id));
    return {};
}

std::expected<contact, std::string> contact_at(byte_view report, std::size_t at)
{
    const std::uint8_t state = report[at];
    const int identity = state & ~(in_range_bit | touching_bit);
    if (identity >= static_cast<int>(most_contacts))
        return std::unexpected(fmt::format("a contact has the identity {}", identity));
    return contact{.identity = identity,
                   .touching = (state & touching_bit) != 0,
                   .x = static_cast<std::uint16_t>(little_endian(report, at + 1, 2)),
                   .y = static_cast<std::uint16_t>(little_endian(report, at + 3, 2))};
}

} // namespace

std::expected<touch_report, std::string> parse_touch_report(byte_view report)
{
    if (const auto right = check_shape(report, touch_report_size, touch_report_id); !right)
        return std::unexpected(right.error());
    const std::size_t count = report[1];
    if (count > most_contacts || report[2] != most_contacts)
        return std::unexpected(fmt::format("{} contacts of {}", count, report[2]));
    touch_report result{.contacts = {}, .nanoseconds = time_in(report, touch_time_at)};
    for (std::size_t at = 0; at < count; ++at) {
        const auto read = contact_at(report, contacts_at + at * contact_size);
        if (!read)
            return std::unexpected(read.error());
        if (std::ranges::find(result.contacts, read->identity, &contact::identity) !=
            result.contacts.end())
            return std::unexpected(
                fmt::format("two contacts have the identity {}", read->identity));
        result.contacts.push_back(*read);
    }
    return result;
}

std::expected<key_report, std::string> parse_key_report(byte_view report)
{
    if (const auto right = check_shape(report, key_report_size, key_report_id); !right)
        return std::unexpected(right.error());
    key_report result{.pressed = {}, .nanoseconds = time_in(report, key_time_at)};
    for (std::size_t usage = 0; usage < usage_count; ++usage)
        result.pressed[usage] = (report[keys_at + usage / 8] >> usage % 8 & 1U) != 0;
    return result;
}

std::expected<pointer_report, std::string> parse_pointer_report(byte_view report)
{
    if (const auto right = check_shape(report, pointer_report_size, pointer_report_id); !right)
        return std::unexpected(right.error());
    return pointer_report{.x = static_cast<std::int32_t>(little_endian(report, 1, 4)),
                          .y = static_cast<std::int32_t>(little_endian(report, 5, 4)),
                          .nanoseconds = time_in(report, pointer_time_at)};
}

} // namespace thimble::virtualphone::hid
