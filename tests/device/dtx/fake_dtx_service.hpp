// A service of a phone at the other end of a DTX connection, in the test's own hands.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/dtx/dialogue.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::tests {

namespace dtx = device::dtx;

/// Publishes its capabilities at once, as a phone does, and says nothing else by itself. Home
/// thread; outlives its streams.
class fake_dtx_service {
public:
    struct heard_message {
        dtx::message_header header;
        dtx::payload_kind kind = dtx::payload_kind::nothing;
        std::string selector; // of a call
        dtx::list arguments;
        dtx::value content; // of an answer
        dtx::bytes body;
    };

    /// Called with each message but the host's capabilities.
    using handler = std::function<void(fake_dtx_service&, const heard_message&)>;

    explicit fake_dtx_service(boost::asio::any_io_executor home, handler on_message = {});
    ~fake_dtx_service();

    /// Each call is a new connection, which takes the place of the one before.
    std::unique_ptr<device::coredevice::byte_stream> connect();

    void say(const dtx::message_header& header, const dtx::message_body& body);

    /// Returns the identifier. The channel is the one of the wire.
    std::uint32_t call(std::int32_t channel,
                       std::string_view selector,
                       const dtx::arguments& with,
                       bool wants_answer);

    void answer(const heard_message& to, const dtx::value& with); // nothing for null
    void refuse(const heard_message& to, const dtx::ns_error& why);
    void send(dtx::byte_view bytes);
    void hang_up();

    bool silent = false; // does not publish its capabilities
    bool deaf = false;   // leaves what is written in the stream untaken

    std::vector<heard_message> messages; // all but the host's capabilities
    std::vector<heard_message> published;

    class wire;

private:
    class end;

    void take(std::span<const std::byte> bytes);
    void take_message(const dtx::assembled_message& what);

    boost::asio::any_io_executor home_;
    handler on_message_;
    std::shared_ptr<wire> wire_;
    dtx::message_assembler assembler_;
    std::uint32_t next_identifier_ = 1;
};

} // namespace thimble::tests
