// The messages of one stream of server-sent events, until they have been read, or for longer.
#pragma once

#include "async/signal.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace thimble::mcp::http {

struct stream_event {
    std::uint64_t number = 0; // from 1 on
    std::string data;         // a message
    bool answer = false;      // the last one: what the request was for
    unsigned status = 200;    // of an answer that is sent by itself
};

/// Home thread. One reader at a time: a new one sends the one before away.
class event_stream {
public:
    using time = std::chrono::steady_clock::time_point;
    using reader = std::uint64_t;

    /// Of what is beyond `most_bytes` the oldest is dropped, but for the newest event.
    event_stream(const boost::asio::any_io_executor& home, std::size_t most_bytes);

    void push(std::string data);
    void push_answer(std::string data, unsigned status);

    /// Nothing more comes.
    void end();
    bool over() const noexcept { return over_; }

    /// The reader leaves; it, or another, may come back.
    void dismiss();

    reader attach();
    bool is_attached(reader who) const noexcept { return who == reader_; }
    bool has_reader() const noexcept { return reader_ != nobody; }
    void detach(reader who);

    /// The first event after the one with that number, if there is one.
    std::shared_ptr<const stream_event> after(std::uint64_t number) const;

    /// Number of the event that the newest reader has sent out last.
    std::uint64_t written() const noexcept { return written_; }
    void note_written(std::uint64_t number) { written_ = number; }

    /// For those to which nobody comes back.
    void forget_through(std::uint64_t number);

    std::size_t bytes() const noexcept { return bytes_; }

    /// False when nothing has changed until then.
    boost::asio::awaitable<bool> changed_before(time deadline);

private:
    static constexpr reader nobody = 0;

    void add(stream_event what);
    void drop_oldest();

    boost::asio::any_io_executor home_;
    std::size_t most_bytes_;
    std::deque<std::shared_ptr<const stream_event>> events_;
    std::size_t bytes_ = 0;
    std::uint64_t last_ = 0;
    std::uint64_t written_ = 0;
    std::uint64_t changes_ = 0;
    reader reader_ = nobody;
    reader last_reader_ = nobody;
    bool over_ = false;
    async::signal changed_;
};

} // namespace thimble::mcp::http
