// Encoded video that is wanted of this machine's phones, and by whom.
#pragma once

#include "daemon/frames/followed_video.hpp"
#include "link/streaming.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace thimble::daemon {

/// Home thread. Each gets every unit that the phone sends from a key on; the phone itself sees to
/// it that its stream is not begun anew too often.
class video_streams {
public:
    /// Identity of an asker: an address of its own.
    using owner = const void*;
    using receiver = followed_video::receiver;

    static constexpr std::size_t most = 64; // of one owner

    explicit video_streams(video_context with);
    video_streams(const video_streams&) = delete;
    video_streams& operator=(const video_streams&) = delete;
    ~video_streams();

    /// Begins a stream, tells the same one again, or ends it. `on_unit` is never called within a
    /// call of this class, nor after the one that ends its stream.
    void set(owner whose, const link::stream& wanted, receiver on_unit = {});

    /// A key is needed: it comes as soon as the phone's stream may be begun anew.
    void restart(owner whose, const std::string& stream_id);

    void end_all(owner whose);

    /// A phone has come, gone or changed.
    void phone_changed(const std::string& udid);

    /// Number of a phone's streams.
    std::size_t count(const std::string& udid) const;

    /// Ends all; none begins any more.
    void shut_down();

private:
    using name = std::pair<owner, std::string>; // and its id

    void end(const name& which);
    std::size_t owned_by(owner whose) const;

    video_context with_;
    std::map<name, std::shared_ptr<followed_video>> streams_;
    bool shut_down_ = false;
};

} // namespace thimble::daemon
