#include "device/media/video_receiver.hpp"

#include <algorithm>
#include <utility>

namespace thimble::device::media {
namespace {

constexpr std::uint8_t first_dynamic_type = 96; // RFC 3551: below, they are given away

/// Packets in a row that make a source the stream's, where the phone has named none.
constexpr int rival_limit = 8;

} // namespace

video_receiver::video_receiver(options how, unit_assembler::handler on_picture)
    : clock_(how.coding), pictures_(how.stream, clock_, std::move(on_picture)),
      order_([this](const reorder_buffer::ordered& next) { pictures_.take(next); }, how.order),
      wait_(how.order.wait)
{
}

void video_receiver::take(byte_view datagram, time arrived)
{
    heard_ = arrived;
    give_up(arrived);
    if (is_rtcp(datagram)) {
        ++counts_.reports;
        if (const auto told = parse_sender_report(datagram))
            compare(*told, arrived);
        return;
    }
    const auto packet = parse_rtp(datagram);
    if (!packet || !is_of_stream(*packet)) {
        ++counts_.others;
        return;
    }
    seen_ = arrived;
    ++counts_.packets;
    order_.take(*packet, arrived);
}

/// Nothing follows the last picture before a screen stands still: that its end was lost is seen by
/// the phone's next report alone.
void video_receiver::compare(const sender_report& told, time arrived)
{
    if (told.source == source_)
        clock_.take(told, arrived);
    const auto known = order_.known();
    if (told.source != source_ || sent_.missing(told.packets, known) == 0)
        missing_due_ = time::max();
    else if (std::exchange(missing_behind_, known) != known)
        missing_due_ = arrived + wait_; // the report may have overtaken them
}

void video_receiver::give_up(time now)
{
    order_.give_up(now);
    if (order_.known() != missing_behind_)
        missing_due_ = time::max();
    if (now < missing_due_)
        return;
    missing_due_ = time::max();
    pictures_.lose();
}

video_receiver::time video_receiver::due() const
{
    return std::min(order_.due(), missing_due_);
}

bool video_receiver::is_of_stream(const rtp_packet& packet)
{
    if (packet.payload.empty() || packet.payload_type < first_dynamic_type ||
        type_.value_or(packet.payload_type) != packet.payload_type)
        return false;
    if (source_ && source_ != packet.source) {
        if (!replaces_source(packet))
            return false;
        order_.forget();
        pictures_.lose();
        clock_ = sender_clock(clock_.coding());
    }
    type_ = packet.payload_type;
    source_ = packet.source;
    rival_.reset();
    return true;
}

/// The first packet may have been a stray one.
bool video_receiver::replaces_source(const rtp_packet& packet)
{
    if (packet.source == agreed_source_ || source_ == agreed_source_)
        return packet.source == agreed_source_;
    if (std::exchange(rival_, packet.source) != packet.source)
        rival_packets_ = 0;
    return ++rival_packets_ >= rival_limit;
}

} // namespace thimble::device::media
