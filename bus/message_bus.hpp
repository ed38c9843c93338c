// Messages between the nodes of a service: published, heard, asked with a deadline.
#pragma once

#include "async/signal.hpp"
#include "bus/parts.hpp"
#include "bus/transport.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace thimble::service::bus {

/// A message that has come.
struct message {
    std::string subject;
    std::string reply_to; // for reply(); empty: nobody waits for one
    std::string bytes;
};

using message_handler = std::function<void(const message&)>;

/// End of a request without a reply.
enum class no_reply : std::uint8_t {
    not_delivered, // nobody has taken it, nor will
    late,          // it may have been taken
};

/// Home thread. Nothing in it lasts: whoever does not listen at the time hears nothing. Outlives
/// its requests.
class message_bus {
public:
    /// Subjects begin with a prefix, under which the nodes of one service are among themselves.
    message_bus(boost::asio::any_io_executor home, std::shared_ptr<transport> over);
    message_bus(const message_bus&) = delete;
    message_bus& operator=(const message_bus&) = delete;

    /// To all who listen, this one included. False where nobody has got all of it.
    bool publish(std::string_view subject, std::string_view bytes);

    /// To whoever replies first; the deadline begins now. Sent within the call, once, whether or
    /// not it is waited for.
    boost::asio::awaitable<std::expected<std::string, no_reply>>
    request(std::string subject, std::string bytes, std::chrono::milliseconds deadline);

    bool reply(const message& to, std::string_view bytes);

    subscription subscribe(const std::string& subject, message_handler hears);

    bool connected() const { return over_->connected(); }

    /// Bytes that have not gone out yet.
    std::size_t waiting() const { return over_->waiting(); }

private:
    struct open_request;

    std::shared_ptr<open_request>
    begin(std::string_view subject, std::string_view bytes, std::chrono::milliseconds deadline);
    static boost::asio::awaitable<std::expected<std::string, no_reply>>
    end_of(std::shared_ptr<open_request> what);
    bool send(std::string_view subject, std::string_view reply_to, std::string_view bytes);
    void take_reply(const packet& what);

    boost::asio::any_io_executor home_;
    std::shared_ptr<transport> over_;
    std::string id_;                                            // of this sender
    std::map<std::string, open_request*, std::less<>> waiting_; // by reply_to
    std::uint64_t requests_ = 0;
    subscription replies_; // last: ends before what it fills
};

} // namespace thimble::service::bus
