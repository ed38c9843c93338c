#include "device/coredevice/xpc_message.hpp"

#include "device/coredevice/little_endian.hpp"

#include <algorithm>

namespace thimble::device::coredevice::xpc {
namespace {

constexpr std::uint32_t wrapper_magic = 0x29b0'0b92;
constexpr std::uint32_t body_magic = 0x4213'3742;
constexpr std::uint32_t body_version = 5;
constexpr std::size_t wrapper_bytes = 24;
constexpr std::size_t body_header_bytes = 8;
constexpr std::size_t flags_at = 4;
constexpr std::size_t length_at = 8;
constexpr std::size_t id_at = 16;

std::expected<std::optional<value>, malformed> decode_body(std::span<const std::byte> bytes,
                                                           object_limits limits)
{
    if (bytes.empty())
        return std::optional<value>();
    if (bytes.size() < body_header_bytes)
        return std::unexpected(malformed::truncated);
    if (little_endian<std::uint32_t>(bytes) != body_magic ||
        little_endian<std::uint32_t>(bytes.subspan(4)) != body_version)
        return std::unexpected(malformed::not_an_object);
    return decode(bytes.subspan(body_header_bytes), limits);
}

} // namespace

std::vector<std::byte> encode(const message& what)
{
    std::vector<std::byte> body;
    if (what.body) {
        put_little_endian(body, body_magic);
        put_little_endian(body, body_version);
        encode(*what.body, body);
    }
    std::vector<std::byte> result;
    result.reserve(wrapper_bytes + body.size());
    put_little_endian(result, wrapper_magic);
    put_little_endian(result, what.flags);
    put_little_endian(result, static_cast<std::uint64_t>(body.size()));
    put_little_endian(result, what.id);
    result.insert(result.end(), body.begin(), body.end());
    return result;
}

std::expected<std::vector<arrived_message>, malformed>
message_reader::take(std::span<const std::byte> bytes)
{
    if (failed_)
        return std::unexpected(*failed_);
    std::vector<arrived_message> result;
    begun_.insert(begun_.end(), bytes.begin(), bytes.end());
    std::span<const std::byte> rest = begun_;
    for (bool complete = true; complete;) {
        const auto taken = take_message(result, rest);
        if (!taken) {
            failed_ = taken.error();
            return std::unexpected(*failed_);
        }
        complete = *taken;
    }
    begun_.erase(begun_.begin(), begun_.end() - static_cast<std::ptrdiff_t>(rest.size()));
    return result;
}

/// False when the next message has not come to its end.
std::expected<bool, malformed> message_reader::take_message(std::vector<arrived_message>& to,
                                                            std::span<const std::byte>& rest)
{
    if (rest.size() >= 4 && little_endian<std::uint32_t>(rest) != wrapper_magic)
        return std::unexpected(malformed::not_a_message);
    if (rest.size() < wrapper_bytes)
        return false;
    const auto length = little_endian<std::uint64_t>(rest.subspan(length_at));
    if (length > most_bytes_)
        return std::unexpected(malformed::too_large);
    if (rest.size() - wrapper_bytes < length)
        return false;
    const auto size = static_cast<std::size_t>(length);
    to.push_back({.flags = little_endian<std::uint32_t>(rest.subspan(flags_at)),
                  .id = little_endian<std::uint64_t>(rest.subspan(id_at)),
                  .bytes = wrapper_bytes + size,
                  .body = decode_body(rest.subspan(wrapper_bytes, size), limits_)});
    rest = rest.subspan(wrapper_bytes + size);
    return true;
}

} // namespace thimble::device::coredevice::xpc
