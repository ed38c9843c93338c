#include "device/coredevice/http2_session.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace thimble::device::coredevice::http2 {
namespace {

constexpr std::string_view preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
constexpr std::uint32_t default_window = 65'535;
constexpr std::uint32_t most_streams_offered = 100;

void put_setting(std::vector<std::byte>& to, setting name, std::uint32_t value)
{
    to.push_back(std::byte{0});
    to.push_back(static_cast<std::byte>(name));
    put_word(to, value);
}

} // namespace

session::session() : window_(default_window), initial_window_(default_window)
{
    for (const char each : preface)
        output_.push_back(static_cast<std::byte>(each));
    std::vector<std::byte> settings;
    put_setting(settings, setting::most_streams, most_streams_offered);
    put_setting(settings, setting::initial_window, receive_window);
    encode(output_, frame_type::settings, 0, 0, settings);
    give_window(0, receive_window - default_window);
}

void session::open(stream_id stream)
{
    encode(output_, frame_type::headers, frame_flag::end_headers, stream, {});
    outgoing_.emplace(stream, outgoing{.window = initial_window_});
}

void session::send(stream_id stream, std::span<const std::byte> bytes)
{
    const auto found = outgoing_.find(stream);
    if (found == outgoing_.end() || found->second.ends || found->second.ended)
        return;
    auto& waiting = found->second.waiting;
    waiting.insert(waiting.end(), bytes.begin(), bytes.end());
    flush(stream, found->second);
}

void session::end(stream_id stream)
{
    const auto found = outgoing_.find(stream);
    if (found == outgoing_.end())
        return;
    found->second.ends = true;
    flush(stream, found->second);
}

std::vector<std::byte> session::take_output()
{
    answers_ = 0;
    return std::exchange(output_, {});
}

std::size_t session::unsent(stream_id stream) const
{
    const auto found = outgoing_.find(stream);
    return found == outgoing_.end() ? 0 : found->second.waiting.size();
}

void session::flush(stream_id id, outgoing& stream)
{
    std::span<const std::byte> rest = stream.waiting;
    while (!rest.empty() && window_ > 0 && stream.window > 0) {
        const auto allowed = static_cast<std::size_t>(std::min(window_, stream.window));
        const auto now = rest.first(std::min({rest.size(), allowed, largest_frame}));
        encode(output_, frame_type::data, 0, id, now);
        window_ -= static_cast<std::int64_t>(now.size());
        stream.window -= static_cast<std::int64_t>(now.size());
        rest = rest.subspan(now.size());
    }
    const auto sent = stream.waiting.size() - rest.size();
    stream.waiting.erase(stream.waiting.begin(),
                         stream.waiting.begin() + static_cast<std::ptrdiff_t>(sent));
    if (stream.ends && !stream.ended && stream.waiting.empty()) {
        encode(output_, frame_type::data, frame_flag::end_stream, id, {});
        stream.ended = true;
    }
}

void session::flush_all()
{
    for (auto& [id, stream] : outgoing_)
        flush(id, stream);
}

void session::give_window(stream_id stream, std::uint32_t bytes)
{
    std::vector<std::byte> payload;
    put_word(payload, bytes);
    encode(output_, frame_type::window_update, 0, stream, payload);
}

} // namespace thimble::device::coredevice::http2
