#include "device/dtx/fragments.hpp"

#include "device/coredevice/little_endian.hpp"

#include <algorithm>
#include <utility>

// A fragment's header, least significant bytes first:
//   u32 magic, u32 length of the header, u16 index, u16 number of fragments, u32 bytes that follow
//   (of the first of several fragments, which nothing follows: bytes of the whole body),
//   u32 identifier, u32 conversation, i32 channel, u32 flags (bit 0: a reply is wanted).

namespace thimble::device::dtx {
namespace {

using coredevice::little_endian;
using coredevice::put_little_endian;

constexpr std::uint32_t fragment_magic = 0x1F3D5B79;
constexpr std::size_t header_bytes = 32;
constexpr std::size_t longest_header = 1024; // bytes; what is behind the known ones is skipped
constexpr std::uint32_t reply_flag = 1;

struct numbering {
    std::uint16_t index = 0;
    std::uint16_t count = 1;
    std::size_t size = 0;
};

void put_fragment_header(bytes& to, const message_header& header, const numbering& which)
{
    put_little_endian(to, fragment_magic);
    put_little_endian(to, static_cast<std::uint32_t>(header_bytes));
    put_little_endian(to, which.index);
    put_little_endian(to, which.count);
    put_little_endian(to, static_cast<std::uint32_t>(which.size));
    put_little_endian(to, header.identifier);
    put_little_endian(to, header.conversation);
    put_little_endian(to, static_cast<std::uint32_t>(header.channel));
    put_little_endian(to, header.wants_reply ? reply_flag : 0U);
}

} // namespace

void put_message(bytes& to, const message_header& header, byte_view body, std::size_t most)
{
    if (body.size() <= most) {
        put_fragment_header(to, header, {.size = body.size()});
        to.insert(to.end(), body.begin(), body.end());
        return;
    }
    const auto count = static_cast<std::uint16_t>(1 + (body.size() + most - 1) / most);
    put_fragment_header(to, header, {.count = count, .size = body.size()});
    for (std::uint16_t index = 1; index < count; ++index) {
        const auto part = body.first(std::min(most, body.size()));
        body = body.subspan(part.size());
        put_fragment_header(to, header, {.index = index, .count = count, .size = part.size()});
        to.insert(to.end(), part.begin(), part.end());
    }
}

struct message_assembler::fragment {
    std::size_t header_size = 0;
    std::uint16_t index = 0;
    std::uint16_t count = 0;
    std::size_t size = 0;
    message_header header;

    /// `from` has the known bytes of a header.
    explicit fragment(byte_view from)
        : header_size(little_endian<std::uint32_t>(from.subspan(4))),
          index(little_endian<std::uint16_t>(from.subspan(8))),
          count(little_endian<std::uint16_t>(from.subspan(10))),
          size(little_endian<std::uint32_t>(from.subspan(12))),
          header{.identifier = little_endian<std::uint32_t>(from.subspan(16)),
                 .conversation = little_endian<std::uint32_t>(from.subspan(20)),
                 .channel =
                     static_cast<std::int32_t>(little_endian<std::uint32_t>(from.subspan(24))),
                 .wants_reply = (little_endian<std::uint32_t>(from.subspan(28)) & reply_flag) != 0}
    {
    }

    bool is_possible() const
    {
        return header_size >= header_bytes && header_size <= longest_header && index < count;
    }

    /// The first of several, which nothing follows.
    bool announces() const { return index == 0 && count > 1; }

    key belongs_to() const
    {
        return {.channel = header.channel,
                .identifier = header.identifier,
                .conversation = header.conversation};
    }
};

std::expected<std::vector<assembled_message>, malformed> message_assembler::take(byte_view more)
{
    if (failed_)
        return std::unexpected(*failed_);
    std::vector<assembled_message> result;
    unread_.insert(unread_.end(), more.begin(), more.end());
    byte_view rest = unread_;
    for (bool complete = true; complete;) {
        const auto taken = take_fragment(result, rest);
        if (!taken) {
            failed_ = taken.error();
            return std::unexpected(*failed_);
        }
        complete = *taken;
    }
    unread_.erase(unread_.begin(), unread_.end() - static_cast<std::ptrdiff_t>(rest.size()));
    return result;
}

/// False when the next fragment has not come to its end.
std::expected<bool, malformed> message_assembler::take_fragment(std::vector<assembled_message>& to,
                                                                byte_view& rest)
{
    if (rest.size() >= 4 && little_endian<std::uint32_t>(rest) != fragment_magic)
        return std::unexpected(malformed::not_a_message);
    if (rest.size() < header_bytes)
        return false;
    const fragment next(rest);
    if (!next.is_possible())
        return std::unexpected(malformed::bad_fragment);
    if (const auto checked = check_size(next); !checked)
        return std::unexpected(checked.error());
    const auto size = next.announces() ? 0 : next.size;
    if (rest.size() < next.header_size + size)
        return false;
    const auto body = rest.subspan(next.header_size, size);
    rest = rest.subspan(next.header_size + size);
    if (next.count == 1) {
        to.push_back({.header = next.header, .body = bytes(body.begin(), body.end())});
        return true;
    }
    const auto taken = next.announces() ? begin(next) : go_on(next, body, to);
    if (!taken)
        return std::unexpected(taken.error());
    return true;
}

/// Before the fragment's bytes are waited for.
message_assembler::outcome message_assembler::check_size(const fragment& of) const
{
    if (of.size > limits_.message)
        return std::unexpected(malformed::too_large);
    if (of.count > 1 && !of.announces() && buffered_ + of.size > limits_.buffered)
        return std::unexpected(malformed::too_much);
    return {};
}

message_assembler::outcome message_assembler::begin(const fragment& first)
{
    if (begun_.size() >= limits_.begun)
        return std::unexpected(malformed::too_much);
    const auto [at, is_new] = begun_.try_emplace(
        first.belongs_to(), begun_message{.wants_reply = first.header.wants_reply,
                                          .count = first.count,
                                          .size = first.size,
                                          .body = {}});
    if (!is_new)
        return std::unexpected(malformed::bad_fragment);
    return {};
}

message_assembler::outcome
message_assembler::go_on(const fragment& with, byte_view body, std::vector<assembled_message>& to)
{
    const auto found = begun_.find(with.belongs_to());
    if (found == begun_.end())
        return std::unexpected(malformed::bad_fragment);
    auto& whole = found->second;
    if (with.index != whole.next || with.count != whole.count)
        return std::unexpected(malformed::bad_fragment);
    const bool last = with.index + 1 == with.count;
    const auto size = whole.body.size() + body.size();
    if (size > whole.size || (last && size != whole.size))
        return std::unexpected(malformed::bad_length);
    ++whole.next;
    whole.body.insert(whole.body.end(), body.begin(), body.end());
    buffered_ += body.size();
    if (!last)
        return {};
    buffered_ -= size;
    auto header = with.header;
    header.wants_reply |= whole.wants_reply;
    to.push_back({.header = header, .body = std::move(whole.body)});
    begun_.erase(found);
    return {};
}

} // namespace thimble::device::dtx
