// The state that the coroutines of one RemoteXPC connection share.
#pragma once

#include "device/coredevice/conversation.hpp"
#include "device/coredevice/remote_xpc.hpp"
#include "device/coredevice/service_link.hpp"
#include "device/coredevice/service_recorder.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <deque>
#include <map>
#include <optional>

namespace thimble::device::coredevice {

/// Reads and writes until it is closed. Each of its two coroutines keeps it alive, so that it
/// outlives the connection for as long as an operation of the stream takes to end.
class remote_xpc::link : public service_link, public std::enable_shared_from_this<link> {
public:
    link(boost::asio::any_io_executor home, std::unique_ptr<byte_stream> over);

    void start();
    void close(failure why);
    void abort(failure why);

    /// Puts a request into the output, and gives the id of its reply.
    std::uint64_t request(xpc::dictionary body);

    /// Has the writer look at the output.
    void send_output() { wake_all(); }

    struct download {
        std::vector<std::byte> bytes;
        bool last = false;
    };

    /// Something that is waited for stays here as long as the coroutine that waits.
    template <class Map>
    class place {
    public:
        using key = typename Map::key_type;

        place(Map& in, key at) : in_(in), at_(at) { in_.try_emplace(at_); }
        place(const place&) = delete;
        place& operator=(const place&) = delete;
        ~place() { in_.erase(at_); }

        typename Map::mapped_type& get() const { return in_.at(at_); }

    private:
        Map& in_;
        key at_;
    };

    coredevice::conversation conversation;         // whoever adds to its output calls send_output()
    std::shared_ptr<recorded_connection> recorded; // or nullptr
    std::map<std::uint64_t, std::optional<xpc::arrived_message>> replies;
    std::map<stream_id, download> downloads;
    std::map<stream_id, bool> uploads; // whether the phone has ended it
    bool has_unasked() const noexcept { return !unasked_.empty(); }
    xpc::arrived_message take_unasked();

    bool ready() const noexcept { return ready_; }
    bool is_open() const noexcept { return !ended(); }
    void expect_writing() noexcept { all_written_ = false; }
    bool all_written() const noexcept { return all_written_; }
    bool all_arrived() const { return stream().all_arrived(); }
    boost::asio::awaitable<void> until_arrived() { return stream().until_arrived(); }

private:
    static boost::asio::awaitable<void> read(std::shared_ptr<link> self);
    static boost::asio::awaitable<void> write(std::shared_ptr<link> self);
    void take(arrival& what);
    void take_message(message_arrived& what);
    void keep_unasked(xpc::arrived_message what);

    std::deque<xpc::arrived_message> unasked_;
    std::size_t unasked_bytes_ = 0;
    bool ready_ = false;
    bool all_written_ = true;
};

} // namespace thimble::device::coredevice
