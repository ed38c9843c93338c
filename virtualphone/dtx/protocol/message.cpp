#include "virtualphone/dtx/protocol/message.hpp"

#include "virtualphone/dtx/protocol/archive.hpp"
#include "virtualphone/dtx/protocol/little_endian.hpp"

namespace thimble::virtualphone::dtx {

// A payload's header: its kind in the lowest byte of four, the size of the arguments, the size of
// arguments and payload, and four bytes of flags. Hosts set other bits of the first word.

bytes encode_message(const message& what)
{
    const bytes arguments = encode_auxiliary(what.arguments);
    const bytes payload = what.payload.is_nil() ? bytes() : archive(what.payload);
    bytes result;
    put_number(result, static_cast<std::uint32_t>(what.kind));
    put_number(result, static_cast<std::uint32_t>(arguments.size()));
    put_number(result, static_cast<std::uint32_t>(arguments.size() + payload.size()));
    put_number(result, std::uint32_t{0});
    result.insert(result.end(), arguments.begin(), arguments.end());
    result.insert(result.end(), payload.begin(), payload.end());
    return result;
}

std::expected<message, std::string> decode_message(byte_view content)
{
    content_reader from(content);
    const auto word = from.number<std::uint32_t>();
    const auto size_of_arguments = from.number<std::uint32_t>();
    const auto size = from.number<std::uint32_t>();
    const auto flags = from.number<std::uint32_t>();
    if (!flags)
        return std::unexpected("a message has no whole header");
    const std::uint32_t kind = *word & 0xFFU;
    if (kind > static_cast<std::uint32_t>(message_kind::proxied) ||
        kind == static_cast<std::uint32_t>(message_kind::compressed))
        return std::unexpected("a message is of an unknown kind");
    const auto arguments = from.take(*size_of_arguments);
    if (!arguments || *size < *size_of_arguments)
        return std::unexpected("a message is shorter than it says");
    const auto payload = from.take(*size - *size_of_arguments);
    if (!payload)
        return std::unexpected("a message is shorter than it says");
    message result{.kind = static_cast<message_kind>(kind)};
    auto read = decode_auxiliary(*arguments);
    if (!read)
        return std::unexpected(read.error());
    result.arguments = *std::move(read);
    if (payload->empty())
        return result;
    auto value = unarchive(*payload);
    if (!value)
        return std::unexpected("a payload is no archive: " + value.error());
    result.payload = *std::move(value);
    return result;
}

} // namespace thimble::virtualphone::dtx
