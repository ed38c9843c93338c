// The source of the pictures of a stream.
#pragma once

#include "virtualphone/media/protocol/bytes.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <span>

namespace thimble::virtualphone::media {

struct coded_picture {
    std::span<const byte_view> units; // valid until the receiver returns
    bool key = false;
    std::chrono::steady_clock::time_point taken; // when the panel showed it
};

using picture_receiver = std::function<void(const coded_picture&)>;

/// One stream's. Home thread only.
class picture_source {
public:
    picture_source() = default;
    picture_source(const picture_source&) = delete;
    picture_source& operator=(const picture_source&) = delete;
    virtual ~picture_source() = default;

    /// Tells of each picture in its turn, the first of them a key picture, until it is cancelled.
    /// Throws std::runtime_error when it cannot go on.
    virtual boost::asio::awaitable<void> run(picture_receiver receiver) = 0;

    /// The next picture shall be a key picture.
    virtual void want_key() = 0;
};

} // namespace thimble::virtualphone::media
