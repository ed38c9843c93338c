#include "device/media/stream/running_stream.hpp"

#include "device/media/media_offer.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace thimble::device::media {

running_stream::running_stream(identity who,
                               unit_assembler::handler on_picture,
                               std::function<void()> on_gap)
    : on_gap_(std::move(on_gap)),
      receiver_({.stream = who.number, .coding = who.coding},
                [this, hand_over = std::move(on_picture)](shared_unit one) {
                    ++pictures_;
                    hand_over(std::move(one));
                })
{
}

boost::asio::awaitable<result<void>> running_stream::start(stream_phone& on,
                                                           const stream_timing& timing)
{
    auto port = on.open_port([this](const tunnel::udp_datagram& datagram, time arrived) {
        const auto dropped = receiver_.dropped_pictures();
        receiver_.take(datagram.payload, arrived);
        if (receiver_.due() != time::max() || receiver_.dropped_pictures() != dropped)
            on_gap_();
    });
    if (!port)
        co_return std::unexpected(std::move(port.error()));
    port_ = std::move(port->kept);
    std::random_device random;
    const media_offer offer{.session = random(),
                            .call = coredevice::to_text(coredevice::random_uuid())};
    auto started = co_await coredevice::start_media_stream(on.services,
                                                           {.offer = encode_offer(offer),
                                                            .receiver = on.host_address,
                                                            .receiver_port = port->number,
                                                            .sender = on.phone_address,
                                                            .session = coredevice::random_uuid()},
                                                           timing.start_limit);
    if (!started) {
        port_.reset();
        co_return std::unexpected(std::move(started.error()));
    }
    const auto source = started->phone_source;
    receiver_.expect(started->payload_type, source != 0 ? std::optional(source) : std::nullopt);
    agreed_ = std::move(*started);
    since_ = std::chrono::steady_clock::now();
    co_return result<void>();
}

running_stream::time running_stream::heard() const
{
    return std::max(since_.value_or(time::min()), receiver_.heard().value_or(time::min()));
}

running_stream::time running_stream::dies_at(const stream_timing& timing) const
{
    return heard() + timing.dead_after;
}

bool running_stream::is_dead(time now, const stream_timing& timing) const
{
    return now >= dies_at(timing);
}

bool running_stream::has_lost(time now, const stream_timing& timing) const
{
    if (!since_ || !receiver_.waits_for_key())
        return false;
    return pictures_ > 0 || receiver_.dropped_pictures() > 0 ||
           now - *since_ >= timing.first_picture;
}

bool running_stream::is_trusted(time now, const stream_timing& timing) const
{
    return receiver_.seen() && !receiver_.waits_for_key() && is_alive(now, timing);
}

bool running_stream::is_alive(time now, const stream_timing& timing) const
{
    return since_ && now - heard() < timing.heartbeat &&
           now - receiver_.seen().value_or(*since_) < timing.trusted_stillness;
}

} // namespace thimble::device::media
