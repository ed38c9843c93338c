// The media streams of a phone, of which there is one at a time.
#pragma once

#include "virtualphone/media/protocol/offer.hpp"
#include "virtualphone/media/session.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <expected>

namespace thimble::virtualphone::media {

/// State that the services of one phone share. Home thread only; the phone outlives the streams.
class stream_server {
public:
    /// Begins a stream, and ends the one before. The error says why there is none: the last one has
    /// only just ended, which a refused attempt prolongs, or there is nothing to encode with.
    std::expected<std::shared_ptr<session>, std::string> start(phone& device,
                                                               tunnel::datagram_socket socket,
                                                               const media_offer& offer,
                                                               const stream_receiver& to);

    /// nullptr: none runs.
    const std::shared_ptr<session>& running() const noexcept { return running_; }

    /// Sources of the receivers of what has been ended.
    std::vector<std::uint32_t> stop_all(phone& device);

private:
    void forget_running(phone& device);
    boost::asio::awaitable<void> serve(phone& device, std::shared_ptr<session> stream);

    std::shared_ptr<session> running_;
    std::chrono::steady_clock::time_point refuses_until_{};
};

} // namespace thimble::virtualphone::media
