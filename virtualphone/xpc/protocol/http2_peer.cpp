#include "virtualphone/xpc/protocol/http2_peer.hpp"

#include "virtualphone/xpc/protocol/http2_frames.hpp"

#include <algorithm>
#include <limits>

namespace thimble::virtualphone::xpc {
namespace {

constexpr std::string_view preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr std::size_t frame_header = 9;
constexpr std::int64_t largest_window = std::numeric_limits<std::int32_t>::max();

std::uint32_t word(byte_view from, std::size_t at, std::size_t size = 4)
{
    std::uint32_t value = 0;
    for (const std::uint8_t octet : from.subspan(at, size))
        value = value << 8U | octet;
    return value;
}

std::unexpected<std::string> wrong(const char* why)
{
    return std::unexpected<std::string>(why);
}

} // namespace

std::expected<void, std::string> http2_peer::take(byte_view from_host)
{
    in_.insert(in_.end(), from_host.begin(), from_host.end());
    std::size_t done = 0;
    if (!begun_) {
        const std::size_t known = std::min(in_.size(), preface.size());
        if (!std::ranges::equal(byte_view(in_).first(known), preface.substr(0, known)))
            return wrong("the host does not speak HTTP/2");
        if (known < preface.size())
            return {};
        begun_ = true;
        done = preface.size();
    }
    while (in_.size() - done >= frame_header) {
        const byte_view rest = byte_view(in_).subspan(done);
        const std::size_t size = word(rest, 0, 3);
        if (size > longest_frame)
            return wrong("a frame is too long");
        if (rest.size() - frame_header < size)
            break;
        if (auto taken = take_frame(
                {rest[3], rest[4], word(rest, 5) & 0x7FFF'FFFFU, rest.subspan(frame_header, size)});
            !taken)
            return taken;
        done += frame_header + size;
    }
    in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(done));
    return {};
}

http2_peer::outcome http2_peer::take_frame(const frame& what)
{
    if (!settled_ && what.type != http2::settings)
        return wrong("the host's first frame is not its settings");
    if (in_headers_ && what.type != http2::continuation)
        return wrong("headers are interrupted");
    switch (what.type) {
    case http2::data:
        return take_data(what);
    case http2::headers:
        return take_headers(what);
    case http2::rst_stream:
        streams_.erase(what.stream);
        return {};
    case http2::settings:
        return take_settings(what);
    case http2::ping:
        if (what.payload.size() != 8)
            return wrong("a ping has the wrong length");
        if ((what.flags & http2::flag_acknowledges) == 0)
            put_frame(http2::ping, http2::flag_acknowledges, 0, what.payload);
        return {};
    case http2::goaway:
        ended_ = true;
        return {};
    case http2::window_update:
        return take_window(what);
    case http2::continuation:
        if (!in_headers_)
            return wrong("a continuation follows nothing");
        in_headers_ = (what.flags & http2::flag_end_headers) == 0;
        return {};
    case http2::priority:
    default:
        return {}; // unknown ones are to be passed over
    }
}

http2_peer::outcome http2_peer::take_headers(const frame& what)
{
    if (what.stream == 0)
        return wrong("headers belong to no stream");
    if (!streams_.contains(what.stream) && streams_.size() >= most_streams)
        return wrong("too many streams are open");
    streams_.try_emplace(what.stream, stream_state{.window = first_window_});
    in_headers_ = (what.flags & http2::flag_end_headers) == 0;
    return {};
}

http2_peer::outcome http2_peer::take_data(const frame& what)
{
    const auto found = streams_.find(what.stream);
    if (found == streams_.end())
        return wrong("content comes on a stream that is not open");
    byte_view content = what.payload;
    if ((what.flags & http2::flag_padded) != 0) {
        if (content.empty() || content[0] >= content.size())
            return wrong("the padding is longer than its frame");
        content = content.subspan(1, content.size() - 1 - content[0]);
    }
    const auto cost = static_cast<std::uint32_t>(what.payload.size());
    outstanding_ += cost;
    if (outstanding_ > window)
        return wrong("the host sends more than the window allows");
    arrivals_.push_back({what.stream, {content.begin(), content.end()}, cost});
    return {};
}

http2_peer::outcome http2_peer::take_settings(const frame& what)
{
    constexpr std::size_t size = 6;
    if (what.payload.size() % size != 0 || what.stream != 0)
        return wrong("settings have the wrong length");
    settled_ = true;
    if ((what.flags & http2::flag_acknowledges) != 0)
        return {};
    for (std::size_t at = 0; at < what.payload.size(); at += size)
        if (auto taken = take_setting(word(what.payload, at, 2), word(what.payload, at + 2));
            !taken)
            return taken;
    put_frame(http2::settings, http2::flag_acknowledges, 0, {});
    return {};
}

http2_peer::outcome http2_peer::take_setting(unsigned name, std::uint32_t value)
{
    if (name != http2::setting_first_window)
        return {}; // no other one matters to what a phone sends
    if (value > largest_window)
        return wrong("a window is too large");
    const std::int64_t more = std::int64_t{value} - first_window_;
    first_window_ = value;
    for (auto& [stream, state] : streams_) {
        state.window += more;
        if (state.window > largest_window)
            return wrong("a window has grown too large");
    }
    return {};
}

http2_peer::outcome http2_peer::take_window(const frame& what)
{
    if (what.payload.size() != 4)
        return wrong("a window has the wrong length");
    const std::uint32_t more = word(what.payload, 0) & 0x7FFF'FFFFU;
    if (more == 0)
        return wrong("a window does not grow");
    if (what.stream == 0) {
        window_ += more;
    } else if (const auto found = streams_.find(what.stream); found != streams_.end()) {
        found->second.window += more;
        if (found->second.window > largest_window)
            return wrong("a window has grown too large");
    }
    return window_ > largest_window ? outcome(wrong("a window has grown too large")) : outcome();
}

std::optional<http2_peer::arrival> http2_peer::next()
{
    if (arrivals_.empty())
        return std::nullopt;
    arrival result = std::move(arrivals_.front());
    arrivals_.pop_front();
    return_window(result);
    return result;
}

} // namespace thimble::virtualphone::xpc
