// A content of known length as the body of an answer, asked for piece by piece as it is sent.
#pragma once

#include "http/byte_range.hpp"
#include "http/upgraded_connection.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace thimble::service::http {

/// Home thread. Never more of it is in memory than one piece: the next is asked for when the client
/// has taken the one before. The connection is closed after it: a body that breaks off is shorter
/// than the answer's head says, see file_head().
class piecewise_body final : public upgraded_connection {
public:
    /// The bytes of that part, or its beginning; empty where there are none, which ends the body.
    using source = std::function<boost::asio::awaitable<std::string>(byte_range part)>;

    static constexpr std::uint64_t piece = 256UL * 1024; // bytes

    /// `time`: for the client to take a piece of it.
    piecewise_body(source from, byte_range what, std::chrono::milliseconds time)
        : from_(std::move(from)), what_(what), time_(time)
    {
    }

    boost::asio::awaitable<void> run(stream with, request first) override;
    void drain() override { draining_ = true; }

private:
    source from_;
    byte_range what_;
    std::chrono::milliseconds time_;
    bool draining_ = false;
};

} // namespace thimble::service::http
