// A connection in the tunnel as a stream of bytes.
#pragma once

#include "device/tunnel/packet_link.hpp"

namespace thimble::device::tunnel {

/// Ends the connection when it goes. Outlives the tunnel, with errors then.
class tunnel_stream final : public coredevice::byte_stream {
public:
    tunnel_stream(std::shared_ptr<packet_link> link, std::shared_ptr<linked_connection> over);
    tunnel_stream(const tunnel_stream&) = delete;
    tunnel_stream& operator=(const tunnel_stream&) = delete;
    ~tunnel_stream() override;

    /// Waits until the connection is open.
    boost::asio::awaitable<result<void>> open();

    boost::asio::awaitable<std::expected<std::size_t, boost::system::error_code>>
    read_some(std::span<std::byte> to) override;
    boost::asio::awaitable<std::expected<void, boost::system::error_code>>
    write(std::span<const std::byte> bytes) override;
    bool all_arrived() const override { return over_->tcp.all_acknowledged(); }
    boost::asio::awaitable<void> until_arrived() override;
    void close() override;
    void abort() override;

private:
    template <class Ending>
    void end_with(Ending ending);
    boost::system::error_code why_ended() const;

    std::shared_ptr<packet_link> link_;
    std::shared_ptr<linked_connection> over_;
    bool closed_ = false;
};

} // namespace thimble::device::tunnel
