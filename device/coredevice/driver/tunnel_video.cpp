#include "device/coredevice/driver/tunnel_video.hpp"

#include "async/race.hpp"
#include "device/coredevice/driver/video_offer.hpp"
#include "device/media/stream/still_screen.hpp"

#include <utility>

namespace thimble::device::coredevice {
namespace {

/// Counts packets and their bytes where a recording is made, and keeps nothing else of them.
tunnel::datagram_handler counted(tunnel::datagram_handler handler,
                                 const std::shared_ptr<service_recorder>& recorder)
{
    if (!recorder)
        return handler;
    auto to = std::make_shared<recorded_connection>(recorder, "media packets");
    return [handler = std::move(handler), to](const tunnel::udp_datagram& datagram,
                                              std::chrono::steady_clock::time_point at) {
        to->count(datagram.payload.size());
        handler(datagram, at);
    };
}

result<media::stream_phone::port> opened_port(tunnel::phone_tunnel& in,
                                              tunnel::datagram_handler on_datagram)
{
    auto opened = in.open_datagrams(std::move(on_datagram));
    if (!opened)
        return std::unexpected(std::move(opened.error()));
    const auto number = (*opened)->number();
    return media::stream_phone::port{.number = number,
                                     .kept = std::shared_ptr<const void>(std::move(*opened))};
}

} // namespace

tunnel_video::tunnel_video(options with)
    : captures_(with.otherwise), changed_(std::move(with.changed)), stream_(with.home, with.timing),
      pictures_(with.home, stream_, std::move(with.pictures)), frames_(pictures_, with.otherwise)
{
}

boost::asio::awaitable<void> tunnel_video::follow(tunnel_session& open)
{
    co_await until_video_offered(open.device);
    struct offered_as_long_as_this {
        bool& offered;
        explicit offered_as_long_as_this(bool& where) : offered(where) { offered = true; }
        offered_as_long_as_this(const offered_as_long_as_this&) = delete;
        offered_as_long_as_this& operator=(const offered_as_long_as_this&) = delete;
        ~offered_as_long_as_this() { offered = false; }
    } const mark(offered_);
    changed_();
    const auto& granted = open.tunnel->granted();
    media::stream_phone phone{.services = open.device,
                              .open_port =
                                  [&open](tunnel::datagram_handler on_datagram) {
                                      return opened_port(
                                          *open.tunnel,
                                          counted(std::move(on_datagram), open.device.recorder()));
                                  },
                              .host_address = tunnel::to_text(granted.host),
                              .phone_address = tunnel::to_text(granted.phone)};
    co_await async::race(stream_.live(phone), pictures_.live(),
                         media::watch_still_screen(stream_, captures_));
}

video_figures tunnel_video::figures() const
{
    const auto now = std::chrono::steady_clock::now();
    return {.tap_to_picture = stream_.tap_to_picture(now),
            .picture_age = pictures_.picture_age(now)};
}

} // namespace thimble::device::coredevice
