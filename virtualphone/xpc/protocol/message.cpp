#include "virtualphone/xpc/protocol/message.hpp"

#include "virtualphone/xpc/protocol/wire.hpp"

namespace thimble::virtualphone::xpc {
namespace {

constexpr std::size_t wrapper_size = 24;

void put(bytes& to, std::uint64_t value, std::size_t size)
{
    for (std::size_t at = 0; at < size; ++at)
        to.push_back(static_cast<std::uint8_t>(value >> (8 * at)));
}

std::uint64_t get(byte_view from, std::size_t at, std::size_t size)
{
    std::uint64_t value = 0;
    for (std::size_t each = 0; each < size; ++each)
        value |= std::uint64_t{from[at + each]} << (8 * each);
    return value;
}

} // namespace

bytes encode_message(const message& what)
{
    const bytes body = what.body ? encode_body(*what.body) : bytes();
    bytes result;
    result.reserve(wrapper_size + body.size());
    put(result, wire::message_magic, 4);
    put(result, what.flags, 4);
    put(result, body.size(), 8);
    put(result, what.id, 8);
    result.insert(result.end(), body.begin(), body.end());
    return result;
}

std::expected<std::optional<message>, std::string> message_reader::next()
{
    if (content_.size() < wrapper_size)
        return std::nullopt;
    if (get(content_, 0, 4) != wire::message_magic)
        return std::unexpected("a message does not begin as one");
    const std::uint64_t size = get(content_, 8, 8);
    if (size > longest_body)
        return std::unexpected("a message is too long");
    if (content_.size() - wrapper_size < size)
        return std::nullopt;
    message result{.flags = static_cast<std::uint32_t>(get(content_, 4, 4)),
                   .id = get(content_, 16, 8)};
    if (size > 0) {
        auto body = decode_body(byte_view(content_).subspan(wrapper_size, size));
        if (!body)
            return std::unexpected("the body of a message is no object: " + body.error());
        result.body = std::move(*body);
    }
    content_.erase(content_.begin(),
                   content_.begin() + static_cast<std::ptrdiff_t>(wrapper_size + size));
    return result;
}

} // namespace thimble::virtualphone::xpc
