// The state that the coroutines of one DTX connection share.
#pragma once

#include "device/coredevice/service_link.hpp"
#include "device/dtx/connection.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <map>
#include <optional>

namespace thimble::device::dtx {

/// Reads and writes until it is closed. Each of its two coroutines keeps it alive, so that it
/// outlives the connection for as long as an operation of the stream takes to end.
class connection::link : public coredevice::service_link,
                         public std::enable_shared_from_this<link> {
public:
    link(boost::asio::any_io_executor home,
         std::unique_ptr<coredevice::byte_stream> over,
         settings how);

    void start();
    void close(failure why);

    struct made_call {
        std::int32_t channel = 0;
        bool channel_closed = false; // by the phone
        std::optional<std::expected<answer, malformed>> what{};
    };

    /// An answer that is waited for: known as long as the coroutine that waits.
    class awaited_answer {
    public:
        awaited_answer(link& of, const outgoing_call& what);
        awaited_answer(const awaited_answer&) = delete;
        awaited_answer& operator=(const awaited_answer&) = delete;
        ~awaited_answer() { link_.calls_.erase(identifier_); }

        /// Or never will: the channel was closed before.
        bool has_come() const { return call().what.has_value() || call().channel_closed; }
        /// Nothing where it will never come.
        std::optional<std::expected<answer, malformed>> take()
        {
            return std::move(link_.calls_.at(identifier_).what);
        }

    private:
        const made_call& call() const { return link_.calls_.at(identifier_); }

        link& link_;
        std::uint32_t identifier_;
    };

    void send(const outgoing_call& what);

    /// Bytes that have been said, and those of them that the stream has taken.
    std::uint64_t said() const noexcept { return dialogue_.produced(); }
    std::uint64_t written() const noexcept { return written_; }

    /// A channel of the host, whose handler may be called from now on; gone with this unless it is
    /// kept. A coroutine that is cancelled leaves none behind.
    class added_channel {
    public:
        added_channel(link& of, call_handler on_call);
        added_channel(const added_channel&) = delete;
        added_channel& operator=(const added_channel&) = delete;
        ~added_channel();

        std::int32_t number() const noexcept { return number_; }
        void keep() noexcept { kept_ = true; }

    private:
        link& link_;
        std::int32_t number_;
        bool kept_ = false;
    };

    /// A channel of the host that was open once, or one of the phone that is not.
    bool is_closed(std::int32_t channel) const;

    /// Of a channel that the phone has opened; the newest of that name.
    std::optional<std::int32_t> channel_named(const std::string& identifier) const;

    const std::optional<dictionary>& capabilities() const noexcept { return capabilities_; }

private:
    struct known_channel {
        std::string identifier; // empty for those that the host has opened
        call_handler on_call;
    };

    static boost::asio::awaitable<void> read(std::shared_ptr<link> self);
    static boost::asio::awaitable<void> write(std::shared_ptr<link> self);
    void take(arrival& what);
    void take_answer(const answer_arrived& what);
    answer answer_to(const incoming_call& what);
    answer answer_about_connection(const incoming_call& what);
    answer accept_channel(const incoming_call& request);
    void close_channels(const incoming_call& named);
    void limit_unsent();

    std::function<call_handler(const std::string&)> on_channel_;
    dialogue dialogue_;
    std::uint64_t written_ = 0;
    std::map<std::uint32_t, made_call> calls_;
    std::map<std::int32_t, known_channel> channels_; // by what the host calls them
    std::int32_t next_channel_ = 1;
    std::optional<dictionary> capabilities_;
};

} // namespace thimble::device::dtx
