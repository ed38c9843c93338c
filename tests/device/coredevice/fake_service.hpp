// A service of a phone at the other end of a RemoteXPC connection, in the test's own hands.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/coredevice/conversation.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::tests {

namespace xpc = device::coredevice::xpc;

/// Follows the host as a phone's RemoteXPC does: settings first, an answer to each message of the
/// opening, replies on stream 3. Home thread; outlives its streams.
class fake_service {
public:
    struct heard_message {
        std::uint32_t stream = 0;
        std::uint32_t flags = 0;
        std::uint64_t id = 0;
        xpc::dictionary body;
    };

    /// Called with each message that has data.
    using handler = std::function<void(fake_service&, const heard_message&)>;

    explicit fake_service(boost::asio::any_io_executor home, handler on_message = {});
    ~fake_service();

    /// Each call is a new connection, which takes the place of the one before.
    std::unique_ptr<device::coredevice::byte_stream> connect();

    void say(std::uint32_t stream, const xpc::message& what);
    void reply(const heard_message& to, xpc::dictionary body);
    void send(std::string_view hexadecimal);
    void send_data(std::uint32_t stream, std::span<const std::byte> bytes, bool last = false);
    void hang_up();

    bool silent = false;             // says nothing by itself, not even its settings
    bool deaf = false;               // leaves what is written in the stream untaken
    bool acknowledges = true;        // what it has taken
    bool aborted = false;            // by the host: the newest connection
    std::uint32_t window = 1U << 20; // of a stream

    std::vector<heard_message> messages;                          // with data
    std::vector<std::byte> heard;                                 // all bytes of the connection
    std::map<std::uint32_t, std::vector<std::byte>> files;        // on odd streams from 5 on
    std::map<std::uint32_t, std::vector<std::uint32_t>> flags_on; // of messages without data
    std::vector<std::uint32_t> ended;                             // streams
    int connections = 0;

    class wire;

private:
    class end;

    void take(std::span<const std::byte> bytes);
    void take_frame(const device::coredevice::http2::frame& what);
    void take_message(std::uint32_t stream, const xpc::arrived_message& what);
    void open_stream(std::uint32_t stream);

    boost::asio::any_io_executor home_;
    handler on_message_;
    std::shared_ptr<wire> wire_;
    device::coredevice::http2::frame_reader frames_;
    std::map<std::uint32_t, xpc::message_reader> readers_;
    std::map<std::uint32_t, bool> opened_;
    std::size_t preface_left_ = 0;
};

/// Sends the same back to every request.
fake_service::handler answering(xpc::dictionary with);

} // namespace thimble::tests
