// Output of the phone: its frames, in the order in which they were asked for.
#include "virtualphone/xpc/protocol/http2_frames.hpp"
#include "virtualphone/xpc/protocol/http2_peer.hpp"

#include <algorithm>

namespace thimble::virtualphone::xpc {
namespace {

constexpr std::size_t longest_content = 16374; // in a frame, as phones send them

void put_word(bytes& to, std::uint32_t value, std::size_t size = 4)
{
    while (size-- > 0)
        to.push_back(static_cast<std::uint8_t>(value >> (8 * size)));
}

} // namespace

http2_peer::http2_peer()
{
    bytes ours;
    put_word(ours, http2::setting_most_streams, 2);
    put_word(ours, most_streams);
    put_word(ours, http2::setting_first_window, 2);
    put_word(ours, window);
    put_frame(http2::settings, 0, 0, ours); // go-ios looks at the first frame only
    put_window(0, window - http2::default_window);
}

void http2_peer::put_frame(std::uint8_t type,
                           std::uint8_t flags,
                           std::uint32_t stream,
                           byte_view payload)
{
    put_word(out_, static_cast<std::uint32_t>(payload.size()), 3);
    out_.push_back(type);
    out_.push_back(flags);
    put_word(out_, stream);
    out_.insert(out_.end(), payload.begin(), payload.end());
}

void http2_peer::put_window(std::uint32_t stream, std::uint32_t more)
{
    bytes payload;
    put_word(payload, more);
    put_frame(http2::window_update, 0, stream, payload);
}

/// In large pieces: a host need not hear of every frame.
void http2_peer::return_window(const arrival& what)
{
    constexpr std::uint32_t worth_it = window / 4;
    if (const auto found = streams_.find(what.stream); found != streams_.end()) {
        found->second.returned_late += what.cost;
        if (found->second.returned_late >= worth_it)
            put_window(what.stream, std::exchange(found->second.returned_late, 0U));
    }
    returned_late_ += what.cost;
    if (returned_late_ < worth_it)
        return;
    outstanding_ -= returned_late_;
    put_window(0, std::exchange(returned_late_, 0U));
}

http2_peer::stream_state& http2_peer::sending(std::uint32_t stream)
{
    auto& state = streams_.try_emplace(stream, stream_state{.window = first_window_}).first->second;
    if (!std::exchange(state.headers_sent, true))
        put_frame(http2::headers, http2::flag_end_headers, stream, {});
    return state;
}

void http2_peer::send(std::uint32_t stream, byte_view content)
{
    queue_.push_back({stream, {content.begin(), content.end()}});
}

/// A message is finished before the next one begins: some hosts join frames of all streams.
void http2_peer::put_content()
{
    while (!queue_.empty()) {
        queued& first = queue_.front();
        stream_state& state = sending(first.stream);
        const auto left = first.content.size() - first.sent;
        const auto open = std::max<std::int64_t>(std::min(window_, state.window), 0);
        const std::size_t count = std::min({left, static_cast<std::size_t>(open), longest_content});
        if (count == 0 && left > 0)
            return;
        put_frame(http2::data, 0, first.stream,
                  byte_view(first.content).subspan(first.sent, count));
        first.sent += count;
        window_ -= static_cast<std::int64_t>(count);
        state.window -= static_cast<std::int64_t>(count);
        if (first.sent == first.content.size())
            queue_.pop_front();
    }
}

bytes http2_peer::output()
{
    put_content();
    return std::exchange(out_, {});
}

void http2_peer::reset_stream(std::uint32_t stream)
{
    bytes code;
    put_word(code, 8); // CANCEL
    put_frame(http2::rst_stream, 0, stream, code);
}

void http2_peer::go_away()
{
    put_frame(http2::goaway, 0, 0, bytes(8, 0));
}

void http2_peer::send_garbage()
{
    out_.insert(out_.end(), 64, 0xA5);
}

} // namespace thimble::virtualphone::xpc
