// The way of messages between the nodes of a service, as bytes under subjects.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace thimble::service::bus {

/// A message as it is on the wire.
struct packet {
    std::string subject;
    std::string reply_to = {}; // empty: nobody waits for a reply
    std::string bytes = {};
    bool no_responders = false; // came back under `reply_to`: nobody has taken the request
};

using packet_handler = std::function<void(const packet&)>;

/// Ends with its last owner, on the home thread: nothing is heard after that.
using subscription = std::shared_ptr<void>;

/// Home thread, and nothing on it blocks. A packet is delivered at most once, to everyone who
/// listens at that time, the sender included; those of one sender come in order.
class transport {
public:
    transport() = default;
    transport(const transport&) = delete;
    transport& operator=(const transport&) = delete;
    virtual ~transport() = default;

    /// Of a packet that goes through.
    static constexpr std::size_t largest_packet = 768UL * 1024;

    /// False where it is known that nobody has got it: there is no connection, or too much waits.
    virtual bool
    send(std::string_view subject, std::string_view reply_to, std::string_view bytes) = 0;

    /// A subject, or all that begin with it where it ends in ".*" (for one more word).
    virtual subscription listen(const std::string& subject, packet_handler hears) = 0;

    /// Bytes that have been sent here and have not gone out yet.
    virtual std::size_t waiting() const { return 0; }

    /// False while it is known that nothing goes through.
    virtual bool connected() const = 0;
};

/// True for "a.b" of "a.b" and of "a.*".
inline bool matches(std::string_view subject, std::string_view pattern)
{
    if (!pattern.ends_with(".*"))
        return subject == pattern;
    const auto before = pattern.substr(0, pattern.size() - 1);
    return subject.starts_with(before) && subject.size() > before.size() &&
           !subject.substr(before.size()).contains('.');
}

} // namespace thimble::service::bus
