// The moving pictures that are wanted of a desktop behind a link, whichever link it is.
#pragma once

#include "link/access_unit.hpp"
#include "link/command.hpp"
#include "link/picture_frame.hpp"
#include "link/streaming.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace thimble::service {

/// Home thread.
class linked_streams {
public:
    /// Begins, changes or ends one.
    void want(const link::stream& wanted, std::function<void(link::frame)> on_frame);

    /// The same for encoded video.
    void want_video(const link::stream& wanted,
                    std::function<void(const link::access_unit&)> on_unit);

    /// Streams that a new link has to be told of.
    std::vector<link::stream> wanted() const;

    /// A picture has come. One of a stream that nobody wants any more is dropped, and so is one of
    /// another phone, one that is too large, and a unit of video without the key before it.
    void take(const link::frame_header& header, std::span<const std::byte> picture);

private:
    struct live {
        link::stream wanted;
        std::function<void(link::frame)> on_frame;
        std::function<void(const link::access_unit&)> on_unit = {};
        link::video_configuration_ptr configuration = {}; // of the last key
    };

    static void
    take_unit(live& of, const link::frame_header& header, std::span<const std::byte> picture);

    std::map<std::string, live> streams_; // by stream id
};

} // namespace thimble::service
