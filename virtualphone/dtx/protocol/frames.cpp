#include "virtualphone/dtx/protocol/frames.hpp"

#include "virtualphone/dtx/protocol/little_endian.hpp"

#include <algorithm>

namespace thimble::virtualphone::dtx {
namespace {

// magic, size of the header, u16 index, u16 count, size of what follows, id, conversation, channel,
// flags. The first of several frames has no piece: its size is that of the whole message.
constexpr std::uint32_t frame_magic = 0x1F3D5B79;
constexpr std::uint32_t longest_header = 1024;
constexpr std::uint32_t flag_wants_reply = 1;

void put_frame(
    bytes& to, const envelope& of, std::size_t index, std::size_t count, std::size_t size)
{
    put_number(to, frame_magic);
    put_number(to, static_cast<std::uint32_t>(frame_header_size));
    put_number(to, static_cast<std::uint16_t>(index));
    put_number(to, static_cast<std::uint16_t>(count));
    put_number(to, static_cast<std::uint32_t>(size));
    put_number(to, of.id);
    put_number(to, of.conversation);
    put_number(to, of.channel);
    put_number(to, of.wants_reply ? flag_wants_reply : std::uint32_t{0});
}

} // namespace

bytes encode_frames(const envelope& what)
{
    bytes result;
    byte_view left(what.content);
    if (left.size() <= longest_piece) {
        put_frame(result, what, 0, 1, left.size());
        result.insert(result.end(), left.begin(), left.end());
        return result;
    }
    const std::size_t count = 1 + (left.size() + longest_piece - 1) / longest_piece;
    put_frame(result, what, 0, count, left.size());
    for (std::size_t index = 1; index < count; ++index) {
        const byte_view piece = left.first(std::min(left.size(), longest_piece));
        put_frame(result, what, index, count, piece.size());
        result.insert(result.end(), piece.begin(), piece.end());
        left = left.subspan(piece.size());
    }
    return result;
}

std::expected<std::optional<envelope>, std::string> frame_reader::next()
{
    for (;;) {
        const auto head = read_header();
        if (!head)
            return std::unexpected(head.error());
        if (!*head)
            break;
        const header& of = **head;
        const std::size_t size = of.size_of_frame();
        if (in_.size() - read_ < size)
            break;
        const byte_view body = byte_view(in_).subspan(read_).first(size);
        read_ += size;
        auto done = take_frame(of, body.subspan(of.size_of_header));
        if (!done || *done)
            return done;
    }
    in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(read_));
    read_ = 0;
    return std::nullopt;
}

std::size_t frame_reader::wanted() const
{
    const std::size_t there = in_.size() - read_;
    if (there < frame_header_size)
        return frame_header_size - there;
    const auto head = read_header();
    if (!head || !*head)
        return 1;
    const std::size_t size = (*head)->size_of_frame();
    return size > there ? size - there : 1;
}

std::expected<std::optional<frame_reader::header>, std::string> frame_reader::read_header() const
{
    const byte_view left = byte_view(in_).subspan(read_);
    if (left.size() < frame_header_size)
        return std::nullopt;
    content_reader from(left);
    if (*from.number<std::uint32_t>() != frame_magic)
        return std::unexpected("a frame does not begin as one");
    header result{.size_of_header = *from.number<std::uint32_t>(),
                  .index = *from.number<std::uint16_t>(),
                  .count = *from.number<std::uint16_t>(),
                  .size = *from.number<std::uint32_t>()};
    result.about.id = *from.number<std::uint32_t>();
    result.about.conversation = *from.number<std::uint32_t>();
    result.about.channel = *from.number<std::int32_t>();
    result.about.wants_reply = (*from.number<std::uint32_t>() & flag_wants_reply) != 0;
    if (result.size_of_header < frame_header_size || result.size_of_header > longest_header)
        return std::unexpected("a frame has a header of an impossible size");
    if (result.count == 0 || result.index >= result.count)
        return std::unexpected("a frame has an impossible place in its message");
    if (result.size > longest_message)
        return std::unexpected("a message is too long");
    return result;
}

frame_reader::outcome frame_reader::take_frame(const header& of, byte_view body)
{
    if (of.count == 1) {
        envelope whole = of.about;
        whole.content.assign(body.begin(), body.end());
        return whole;
    }
    if (of.index == 0)
        return begin_message(of);
    const key which{of.about.channel, of.about.id, of.about.conversation};
    const auto found = unfinished_.find(which);
    if (found == unfinished_.end() || found->second.next != of.index ||
        found->second.count != of.count)
        return std::unexpected("a frame does not follow the one before it");
    unfinished& message = found->second;
    ++message.next;
    bytes& content = message.so_far.content;
    if (body.size() > message.size - content.size())
        return std::unexpected("a message is longer than it says");
    content.insert(content.end(), body.begin(), body.end());
    if (message.next < message.count)
        return std::nullopt;
    if (content.size() != message.size)
        return std::unexpected("a message is shorter than it says");
    waiting_ -= message.size;
    envelope whole = std::move(message.so_far);
    unfinished_.erase(found);
    return whole;
}

frame_reader::outcome frame_reader::begin_message(const header& of)
{
    const key which{of.about.channel, of.about.id, of.about.conversation};
    if (unfinished_.size() >= most_unfinished || waiting_ + of.size > most_waiting ||
        unfinished_.contains(which))
        return std::unexpected("too many messages are unfinished");
    waiting_ += of.size;
    unfinished_.emplace(which, unfinished{.count = of.count, .size = of.size, .so_far = of.about});
    return std::nullopt;
}

} // namespace thimble::virtualphone::dtx
