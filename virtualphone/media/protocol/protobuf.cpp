#include "virtualphone/media/protocol/protobuf.hpp"

#include <algorithm>

namespace thimble::virtualphone::media {
namespace {

constexpr std::size_t most_fields = 256;
constexpr std::uint64_t wire_number = 0;
constexpr std::uint64_t wire_length = 2;
constexpr unsigned bits_a_byte = 7;
constexpr std::uint8_t more_bit = 0x80;

std::unexpected<std::string> malformed(const char* what)
{
    return std::unexpected(std::string(what));
}

/// Takes a number away from the front. Bytes that only pad it count for nothing.
std::optional<std::uint64_t> take_varint(byte_view& from)
{
    constexpr unsigned most_bits = 64;
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < most_bits && !from.empty(); shift += bits_a_byte) {
        const std::uint8_t next = from.front();
        from = from.subspan(1);
        value |= static_cast<std::uint64_t>(next & ~more_bit) << shift;
        if ((next & more_bit) == 0)
            return value;
    }
    return std::nullopt;
}

std::expected<proto_field, std::string> take_field(byte_view& from)
{
    constexpr std::uint64_t largest_number = (1U << 29U) - 1;
    const auto tag = take_varint(from);
    if (!tag || *tag >> 3U == 0 || *tag >> 3U > largest_number)
        return malformed("a field has no number");
    proto_field field{.number = static_cast<std::uint32_t>(*tag >> 3U), .value = {}};
    const std::uint64_t wire = *tag & 7U;
    const auto number = take_varint(from);
    if (wire != wire_number && wire != wire_length)
        return malformed("a field is of a type that no offer has");
    if (!number)
        return malformed("a number breaks off");
    field.value = *number;
    if (wire == wire_length) {
        if (*number > from.size())
            return malformed("a field is longer than its message");
        field.value = from.first(*number);
        from = from.subspan(*number);
    }
    return field;
}

template <class Type>
std::optional<Type> first_of(const proto_fields& fields, std::uint32_t number)
{
    for (const proto_field& each : fields)
        if (each.number == number)
            if (const auto* found = std::get_if<Type>(&each.value))
                return *found;
    return std::nullopt;
}

} // namespace

std::expected<proto_fields, std::string> parse_fields(byte_view message)
{
    proto_fields result;
    while (!message.empty()) {
        if (result.size() >= most_fields)
            return malformed("there are too many fields");
        auto field = take_field(message);
        if (!field)
            return std::unexpected(field.error());
        result.push_back(*field);
    }
    return result;
}

std::optional<std::uint64_t> number_in(const proto_fields& fields, std::uint32_t number)
{
    return first_of<std::uint64_t>(fields, number);
}

std::optional<byte_view> content_in(const proto_fields& fields, std::uint32_t number)
{
    return first_of<byte_view>(fields, number);
}

void proto_writer::varint(std::uint64_t value)
{
    while (value > more_bit - 1U) {
        written_.push_back(static_cast<std::uint8_t>(value | more_bit));
        value >>= bits_a_byte;
    }
    written_.push_back(static_cast<std::uint8_t>(value));
}

proto_writer& proto_writer::number(std::uint32_t field, std::uint64_t value)
{
    varint(std::uint64_t{field} << 3U | wire_number);
    varint(value);
    return *this;
}

proto_writer& proto_writer::content(std::uint32_t field, byte_view value)
{
    varint(std::uint64_t{field} << 3U | wire_length);
    varint(value.size());
    append(written_, value);
    return *this;
}

proto_writer& proto_writer::text(std::uint32_t field, std::string_view value)
{
    return content(field, {reinterpret_cast<const std::uint8_t*>(value.data()), value.size()});
}

} // namespace thimble::virtualphone::media
