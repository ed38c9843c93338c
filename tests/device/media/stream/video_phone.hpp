// A phone that sends video, in the test's own hands: its display's service, and its datagrams.
#pragma once

#include "device/media/stream/screen_stream.hpp"
#include "tests/device/coredevice/fake_phone.hpp"
#include "tests/video/rtp_sender.hpp"

#include <boost/asio/io_context.hpp>

#include <functional>
#include <optional>
#include <string>

namespace thimble::tests {

namespace media = device::media;

/// Times with which nothing ends by itself while a test runs.
media::stream_timing endless_timing();

class video_phone {
    boost::asio::io_context& context_;
    fake_phone phone_;

public:
    explicit video_phone(boost::asio::io_context& context);

    /// To the port that is open; lost where none is.
    void send(const coded_picture& picture);
    void send(const rtp_datagram& datagram);

    /// The pictures of the stream of bars from `first` on.
    void play(std::size_t first, std::size_t count);

    media::stream_phone through;
    int starts = 0;
    int stops = 0;
    std::string said;                       // "start stop start ", in their order
    std::optional<std::int64_t> refuses_by; // the code of an error of CoreDevice
    bool plays_at_start = true;             // the first picture, as a phone does
    std::chrono::seconds ahead{0};          // by so much the receiver's clock is when it is sent
    bool is_open() const { return !port_.expired(); }
    rtp_sender sender;

private:
    device::coredevice::core_device& connected();
    void answer(fake_service& by, const fake_service::heard_message& asked);

    device::tunnel::datagram_handler handler_;
    std::weak_ptr<const void> port_;
    std::vector<coded_picture> bars_ = bars_709_full();
};

/// Runs the context until `holds` does; fails the test when it never does.
void run_until(boost::asio::io_context& context, const std::function<bool()>& holds);

/// Runs all that can go on without waiting.
void run_ready(boost::asio::io_context& context);

} // namespace thimble::tests
