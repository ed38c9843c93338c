// One phone's moving picture: its streams, each at its own pace and in its own size.
#pragma once

#include "daemon/frames/pace.hpp"
#include "daemon/frames/picture_pool.hpp"
#include "daemon/frames/picture_source.hpp"
#include "link/command.hpp"
#include "link/streaming.hpp"
#include "screen/conversion.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::daemon {

/// The format of a codec whose frames are pictures that need no other.
std::optional<screen::picture_format> format_of(link::codec codec);

/// Home thread; owned by shared_ptr. A picture is converted once for all streams that want it the
/// same, and not at all when the screen stands still.
class live_stream : public std::enable_shared_from_this<live_stream> {
public:
    using receiver = std::function<void(link::frame)>;

    /// The sources and the pool outlive it.
    live_stream(const picture_source_context& from, picture_pool& pool, std::string udid);
    live_stream(const live_stream&) = delete;
    live_stream& operator=(const live_stream&) = delete;
    ~live_stream();

    struct stream; // one of them

    /// `wanted` is on, and its codec has a format.
    std::shared_ptr<stream> begin(const link::stream& wanted, receiver on_frame);

    /// From now on it gets nothing more.
    void end(const std::shared_ptr<stream>& which);

    void phone_changed();
    std::size_t streams() const noexcept { return streams_.size(); }

    /// Neither has any streams nor uses the phone.
    bool idle() const noexcept;

private:
    using clock = std::chrono::steady_clock;
    using stream_pointer = std::shared_ptr<stream>;

    struct rendition; // the picture in one size and format, for all who want it so

    void look_at_pace();
    std::shared_ptr<rendition> rendition_as(const screen::view& wanted) const;
    void take(const device::phone& of, const device::captured_frame& taken);
    static boost::asio::awaitable<void> convert(std::shared_ptr<live_stream> self,
                                                std::shared_ptr<rendition> what,
                                                screen::picture from,
                                                link::frame shown);
    static void deliver(rendition& what, link::frame shown);

    const picture_source_context& from_;
    picture_pool& pool_;
    std::string udid_;
    std::shared_ptr<picture_source> feed_; // since the first stream
    std::vector<stream_pointer> streams_;
};

} // namespace thimble::daemon
