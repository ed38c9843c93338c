// The moving pictures that are wanted of this machine's phones, and by whom.
#pragma once

#include "daemon/frames/live_stream.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace thimble::daemon {

/// Home thread. A phone has one live watch, however many want its picture, and none when nobody
/// does.
class streams {
public:
    /// Identity of an asker for streams: an address of its own.
    using owner = const void*;

    static constexpr std::size_t most = 64; // of one owner

    /// The pool outlives it, and so does what the sources name.
    streams(picture_source_context from, picture_pool& pool);
    streams(const streams&) = delete;
    streams& operator=(const streams&) = delete;
    ~streams();

    /// Begins a stream, gives it another pace or form (the same id again), or ends it. `on_frame`
    /// is never called within a call of this class, nor after the one that ends its stream. Bounds
    /// are those of the link.
    void
    set(owner whose, const link::stream& wanted, std::function<void(link::frame)> on_frame = {});

    void end_all(owner whose);

    /// A phone has come, gone or changed.
    void phone_changed(const std::string& udid);

    /// Number of a phone's streams.
    std::size_t count(const std::string& udid) const;

    /// Ends all; none begins any more.
    void shut_down();

private:
    struct one {
        std::shared_ptr<live_stream> of;
        std::shared_ptr<live_stream::stream> stream;
        std::function<void(link::frame)> on_frame;
    };
    using name = std::pair<owner, std::string>; // and its id

    void end(const name& which);
    std::size_t owned_by(owner whose) const;
    std::shared_ptr<live_stream> picture_of(const std::string& udid);

    picture_source_context from_;
    picture_pool& pool_;
    std::map<name, one> streams_;
    std::map<std::string, std::shared_ptr<live_stream>> phones_; // by UDID
    bool shut_down_ = false;
};

} // namespace thimble::daemon
