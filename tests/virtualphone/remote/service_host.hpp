// A host's conversation with a service of a virtual phone that speaks RemoteXPC, frame by frame.
#pragma once

#include "tests/virtualphone/remote/tunnel_host.hpp"
#include "virtualphone/xpc/protocol/message.hpp"

#include <deque>
#include <map>
#include <optional>

namespace thimble::virtualphone::tests {

class service_host {
public:
    /// The tunnel outlives it.
    service_host(tunnel_host& in, std::uint16_t port);
    service_host(const service_host&) = delete;
    service_host& operator=(const service_host&) = delete;
    ~service_host() { close(); }

    bool opened() const noexcept { return stream_ != nullptr; }
    /// The phone has closed it.
    bool ended() const { return stream_ == nullptr || stream_->over; }
    void close();

    void send(xpc::dictionary body);
    /// Bytes of a message, as captured.
    void send_raw(byte_view message);

    /// Nothing: none has come in time, or the connection has ended.
    std::optional<xpc::dictionary> ask(xpc::dictionary body);

    /// Sends a request that CoreDevice's envelope is around, without waiting.
    void invoke(std::string_view feature, xpc::dictionary input);
    /// The same with its answer: what is in CoreDevice.output or CoreDevice.error.
    std::optional<xpc::dictionary> call(std::string_view feature, xpc::dictionary input = {});

    /// The next reply to whatever has been sent.
    std::optional<xpc::dictionary> reply();

private:
    void put_frame(std::uint8_t type, std::uint8_t flags, std::uint32_t stream, byte_view payload);
    void put_message(std::uint32_t stream, const xpc::message& what);
    void read_frames();
    void take_frame(std::uint8_t type, std::uint8_t flags, std::uint32_t stream, byte_view payload);

    tunnel_host& tunnel_;
    std::shared_ptr<host_stream> stream_;
    std::map<std::uint32_t, xpc::message_reader> readers_; // by stream
    std::deque<xpc::message> replies_;
    std::uint64_t latest_ = 0; // id of a request
};

} // namespace thimble::virtualphone::tests
