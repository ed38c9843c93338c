// One running stream of a phone's picture.
#pragma once

#include "virtualphone/media/picture_source.hpp"
#include "virtualphone/media/protocol/rtcp.hpp"
#include "virtualphone/media/protocol/rtp.hpp"
#include "virtualphone/phone/phone.hpp"
#include "virtualphone/phone/wakeup.hpp"
#include "virtualphone/tunnel/datagram_socket.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone::media {

/// The receiver, as it has described itself.
struct stream_receiver {
    std::uint16_t port = 0;
    std::uint32_t source = 0; // of its reports
    std::chrono::duration<double> timeout{20};
};

/// Sends pictures to the receiver's port, and reports every second. It ends when the tunnel does,
/// when it is told to, and as the phone's settings say: when the picture has stood still, or when
/// no reports come. Faults, of any kind: "media.loss" loses a packet, "media.reorder" sends it
/// after the next one, "media.silence" sends nothing any more although the stream runs, "media.end"
/// ends it. Home thread only; the phone outlives it.
class session {
public:
    session(phone& device,
            tunnel::datagram_socket socket,
            std::unique_ptr<picture_source> source,
            const stream_receiver& to);
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    /// Until it has ended, which never throws; the reason for a log.
    boost::asio::awaitable<std::string> run();

    void end(std::string_view why);

    std::uint16_t port() const { return socket_.port(); }
    std::uint32_t source() const noexcept { return packets_.source(); }
    const stream_receiver& receiver() const noexcept { return receiver_; }
    std::chrono::duration<double> age() const { return clock::now() - begun_; }

private:
    using clock = std::chrono::steady_clock;

    boost::asio::awaitable<void> play();
    boost::asio::awaitable<void> report();
    boost::asio::awaitable<void> hear();
    boost::asio::awaitable<void> settle();
    boost::asio::awaitable<void> watch();
    boost::asio::awaitable<void> until_told();
    void send_picture(const coded_picture& picture);
    void send_media(bytes packet);
    void send_packet(byte_view packet);
    void take_reports(byte_view datagram);
    std::string_view reason_to_end(clock::time_point now);
    std::uint32_t timestamp_at(clock::time_point at) const;

    phone& device_;
    tunnel::datagram_socket socket_;
    std::unique_ptr<picture_source> pictures_;
    stream_receiver receiver_;
    rtp_packetizer packets_;
    wakeup told_;
    std::string why_; // it ends; empty: it does not
    clock::time_point begun_ = clock::now();
    clock::time_point moved_ = begun_; // the picture has
    clock::time_point heard_ = begun_; // the receiver was
    std::optional<bytes> held_back_;
};

} // namespace thimble::virtualphone::media
