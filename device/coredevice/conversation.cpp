#include "device/coredevice/conversation.hpp"

#include <utility>

namespace thimble::device::coredevice {
namespace {

namespace flag = xpc::flag;

constexpr stream_id streams_apart = 2; // the client's uploads have the odd ones

bool is_empty(const xpc::arrived_message& what)
{
    if (!what.body)
        return false;
    if (!*what.body)
        return true;
    const auto* entries = (*what.body)->as<xpc::dictionary>();
    return entries != nullptr && entries->empty();
}

} // namespace

bool message_arrived::answers(std::uint64_t id) const noexcept
{
    const bool may_answer = (what.flags & flag::reply) != 0 || stream == reply_stream;
    return may_answer && what.id == id;
}

/// Newer releases of iOS want the headers of the reply stream before the message that ends the
/// opening of the root stream; the rest is the order in which appium-ios-remotexpc sends it.
conversation::conversation()
{
    readers_.try_emplace(root_stream);
    readers_.try_emplace(reply_stream);
    http2_.open(root_stream);
    http2_.send(root_stream, xpc::encode({.body = xpc::dictionary()}));
    http2_.open(reply_stream);
    http2_.send(root_stream, xpc::encode({.flags = flag::always | flag::root_opened}));
    http2_.send(reply_stream, xpc::encode({.flags = flag::always | flag::reply_stream}));
}

std::uint64_t conversation::request(xpc::dictionary body)
{
    return send(std::move(body), flag::always | flag::with_data | flag::wants_reply);
}

void conversation::tell(xpc::dictionary body)
{
    send(std::move(body), flag::always | flag::with_data);
}

std::uint64_t conversation::send(xpc::dictionary body, std::uint32_t flags)
{
    const auto id = next_id_++;
    http2_.send(root_stream, xpc::encode({.flags = flags, .id = id, .body = std::move(body)}));
    return id;
}

void conversation::open(stream_id stream, const xpc::message& first)
{
    http2_.open(stream);
    http2_.send(stream, xpc::encode(first));
}

stream_id conversation::begin_upload(std::uint64_t transfer)
{
    const auto stream = std::exchange(next_upload_, next_upload_ + streams_apart);
    uploads_.insert(stream);
    open(stream, {.flags = flag::always | flag::upload, .id = transfer});
    return stream;
}

void conversation::upload(stream_id stream, std::span<const std::byte> bytes)
{
    http2_.send(stream, bytes);
}

void conversation::end_upload(stream_id stream)
{
    http2_.end(stream);
}

stream_id conversation::begin_download(std::uint32_t index)
{
    const stream_id stream =
        (index + 1) * 2; // the only even streams, of which the client opens each
    downloads_.insert(stream);
    open(stream, {.flags = flag::always | flag::download});
    return stream;
}

std::expected<std::vector<arrival>, broken> conversation::take(std::span<const std::byte> bytes)
{
    auto events = http2_.take(bytes);
    if (!events)
        return std::unexpected(broken{"http2 " + std::string(to_string(events.error()))});
    std::vector<arrival> result;
    for (auto& each : *events)
        if (const auto taken = take_event(each, result); !taken)
            return std::unexpected(taken.error());
    return result;
}

conversation::outcome conversation::take_event(http2::event& what, std::vector<arrival>& to)
{
    if (auto* data = std::get_if<http2::data_arrived>(&what))
        return take_data(*data, to);
    if (const auto* reset = std::get_if<http2::stream_reset>(&what)) {
        if (uploads_.contains(reset->stream))
            to.emplace_back(upload_ended{.stream = reset->stream});
        else if (downloads_.contains(reset->stream))
            to.emplace_back(file_bytes_arrived{.stream = reset->stream, .bytes = {}, .last = true});
        else if (readers_.contains(reset->stream))
            to.emplace_back(conversation_ended{});
        return {};
    }
    if (std::holds_alternative<http2::going_away>(what))
        to.emplace_back(conversation_ended{});
    else
        to.emplace_back(peer_ready{});
    return {};
}

conversation::outcome conversation::take_data(http2::data_arrived& what, std::vector<arrival>& to)
{
    if (readers_.contains(what.stream))
        return take_messages(what, to);
    if (downloads_.contains(what.stream))
        to.emplace_back(file_bytes_arrived{
            .stream = what.stream, .bytes = std::move(what.bytes), .last = what.last});
    else if (uploads_.contains(what.stream) && what.last)
        to.emplace_back(upload_ended{.stream = what.stream});
    return {}; // a phone announces downloads on streams of its own, which say nothing new
}

conversation::outcome conversation::take_messages(const http2::data_arrived& what,
                                                  std::vector<arrival>& to)
{
    auto messages = readers_.at(what.stream).take(what.bytes);
    if (!messages)
        return std::unexpected(broken{"xpc " + std::string(to_string(messages.error()))});
    for (auto& each : *messages)
        if (!is_empty(each) || (each.flags & flag::reply) != 0)
            to.emplace_back(message_arrived{.stream = what.stream, .what = std::move(each)});
    if (what.last)
        to.emplace_back(conversation_ended{});
    return {};
}

} // namespace thimble::device::coredevice
