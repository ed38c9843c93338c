// The half of the session that takes what the peer sends.
#include "device/coredevice/http2_session.hpp"

#include <algorithm>
#include <utility>

namespace thimble::device::coredevice::http2 {
namespace {

constexpr std::uint32_t largest_window = 0x7fff'ffff;
constexpr std::uint32_t largest_frame_ever = 0xff'ffff;
constexpr std::size_t most_streams_seen = 128; // a phone answers on those that we have opened
constexpr std::size_t most_header_bytes = 65'536;
constexpr std::size_t most_answers = 1'024; // that the peer has not taken
constexpr std::size_t setting_bytes = 6;
constexpr std::size_t ping_bytes = 8;
constexpr std::size_t go_away_bytes = 8;

std::uint16_t half_word(std::span<const std::byte> from)
{
    return static_cast<std::uint16_t>(std::to_integer<unsigned>(from[0]) << 8U |
                                      std::to_integer<unsigned>(from[1]));
}

/// Takes the padding away, of which the first byte says how long it is.
std::expected<void, fault> remove_padding(frame& of)
{
    if (!of.has(frame_flag::padded))
        return {};
    if (of.payload.empty())
        return std::unexpected(fault::frame_size);
    const auto padding = std::to_integer<std::size_t>(of.payload.front());
    if (padding >= of.payload.size())
        return std::unexpected(fault::protocol);
    of.payload.erase(of.payload.begin());
    of.payload.resize(of.payload.size() - padding);
    return {};
}

} // namespace

std::expected<std::vector<event>, fault> session::take(std::span<const std::byte> bytes)
{
    if (failed_)
        return std::unexpected(*failed_);
    auto frames = reader_.take(bytes);
    if (!frames) {
        failed_ = frames.error();
        return std::unexpected(*failed_);
    }
    std::vector<event> result;
    for (auto& each : *frames) {
        if (const auto taken = take_frame(each, result); !taken) {
            failed_ = taken.error();
            return std::unexpected(*failed_);
        }
    }
    return result;
}

session::outcome session::take_frame(frame& what, std::vector<event>& to)
{
    if (continued_ != 0 && (what.type != frame_type::continuation || what.stream != continued_))
        return std::unexpected(fault::protocol);
    switch (what.type) {
    case frame_type::data:
        return take_data(what, to);
    case frame_type::headers:
        return take_headers(what, to);
    case frame_type::continuation:
        return take_continuation(what);
    case frame_type::reset:
        return take_reset(what, to);
    case frame_type::settings:
        return take_settings(what, to);
    case frame_type::ping:
        return take_ping(what);
    case frame_type::go_away:
        return take_go_away(what, to);
    case frame_type::window_update:
        return take_window_update(what);
    case frame_type::push_promise:
        return std::unexpected(fault::protocol);
    case frame_type::priority:
    default: // frames of unknown types are ignored (RFC 9113, 4.1)
        return {};
    }
}

session::outcome session::take_data(frame& what, std::vector<event>& to)
{
    if (what.stream == 0)
        return std::unexpected(fault::protocol);
    const auto counted = what.payload.size(); // with the padding
    if (const auto removed = remove_padding(what); !removed)
        return removed;
    const bool last = what.has(frame_flag::end_stream);
    to.emplace_back(
        data_arrived{.stream = what.stream, .bytes = std::move(what.payload), .last = last});
    if (const auto given = give_back(0, counted); !given)
        return given;
    return last ? outcome{} : give_back(what.stream, counted);
}

/// The block is never looked into: a phone's is empty.
session::outcome session::take_headers(const frame& what, std::vector<event>& to)
{
    if (what.stream == 0)
        return std::unexpected(fault::protocol);
    if (what.has(frame_flag::end_stream))
        to.emplace_back(data_arrived{.stream = what.stream, .bytes = {}, .last = true});
    header_bytes_ = what.payload.size();
    continued_ = what.has(frame_flag::end_headers) ? 0 : what.stream;
    return {};
}

session::outcome session::take_continuation(const frame& what)
{
    if (continued_ == 0)
        return std::unexpected(fault::protocol);
    header_bytes_ += what.payload.size() + frame_header_bytes;
    if (header_bytes_ > most_header_bytes)
        return std::unexpected(fault::flood);
    if (what.has(frame_flag::end_headers))
        continued_ = 0;
    return {};
}

session::outcome session::take_reset(const frame& what, std::vector<event>& to)
{
    if (what.payload.size() != 4)
        return std::unexpected(fault::frame_size);
    if (what.stream == 0)
        return std::unexpected(fault::protocol);
    if (const auto found = outgoing_.find(what.stream); found != outgoing_.end()) {
        found->second.waiting.clear();
        found->second.ended = true;
    }
    to.emplace_back(stream_reset{.stream = what.stream, .code = word(what.payload)});
    return {};
}

session::outcome session::take_settings(const frame& what, std::vector<event>& to)
{
    if (what.stream != 0)
        return std::unexpected(fault::protocol);
    const std::span<const std::byte> all = what.payload;
    if (what.has(frame_flag::acknowledged))
        return all.empty() ? outcome{} : std::unexpected(fault::frame_size);
    if (all.size() % setting_bytes != 0)
        return std::unexpected(fault::frame_size);
    for (std::size_t at = 0; at < all.size(); at += setting_bytes) {
        const auto taken = take_setting(half_word(all.subspan(at)), word(all.subspan(at + 2)));
        if (!taken)
            return taken;
    }
    to.emplace_back(settings_arrived{});
    const auto answered = answer(frame_type::settings, frame_flag::acknowledged, {});
    flush_all();
    return answered;
}

session::outcome session::take_setting(std::uint16_t name, std::uint32_t value)
{
    switch (static_cast<setting>(name)) {
    case setting::initial_window:
        if (value > largest_window)
            return std::unexpected(fault::flow_control);
        for (auto& [id, stream] : outgoing_) {
            stream.window += static_cast<std::int64_t>(value) - initial_window_;
            if (stream.window > largest_window)
                return std::unexpected(fault::flow_control);
        }
        initial_window_ = value;
        return {};
    case setting::largest_frame: // ours stay at 16,384 bytes
        if (value < largest_frame || value > largest_frame_ever)
            return std::unexpected(fault::protocol);
        return {};
    case setting::most_streams:
    default:
        return {};
    }
}

session::outcome session::take_ping(const frame& what)
{
    if (what.payload.size() != ping_bytes)
        return std::unexpected(fault::frame_size);
    if (what.stream != 0)
        return std::unexpected(fault::protocol);
    if (what.has(frame_flag::acknowledged))
        return {};
    return answer(frame_type::ping, frame_flag::acknowledged, what.payload);
}

session::outcome session::take_go_away(const frame& what, std::vector<event>& to)
{
    if (what.payload.size() < go_away_bytes)
        return std::unexpected(fault::frame_size);
    if (what.stream != 0)
        return std::unexpected(fault::protocol);
    to.emplace_back(going_away{.code = word(std::span(what.payload).subspan(4))});
    return {};
}

session::outcome session::take_window_update(const frame& what)
{
    if (what.payload.size() != 4)
        return std::unexpected(fault::frame_size);
    const auto more = word(what.payload) & largest_window;
    if (more == 0)
        return std::unexpected(fault::protocol);
    const auto found = outgoing_.find(what.stream);
    if (what.stream != 0 && found == outgoing_.end())
        return {}; // of a stream that is not ours
    auto& window = what.stream == 0 ? window_ : found->second.window;
    window += more;
    if (window > largest_window)
        return std::unexpected(fault::flow_control);
    flush_all();
    return {};
}

session::outcome
session::answer(frame_type type, std::uint8_t flags, std::span<const std::byte> payload)
{
    encode(output_, type, flags, 0, payload);
    return ++answers_ <= most_answers ? outcome{} : std::unexpected(fault::flood);
}

session::outcome session::give_back(stream_id stream, std::size_t bytes)
{
    auto& received = received_[stream];
    if (received_.size() > most_streams_seen)
        return std::unexpected(fault::flood);
    received += static_cast<std::uint32_t>(bytes);
    if (received >= receive_window / 2)
        give_window(stream, std::exchange(received, 0));
    return {};
}

} // namespace thimble::device::coredevice::http2
