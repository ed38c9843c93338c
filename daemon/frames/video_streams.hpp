// Encoded video that is wanted of this machine's phones, and by whom.
#pragma once

#include "daemon/frames/encoded_source.hpp"
#include "link/streaming.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace thimble::daemon {

/// All of it outlives the streams.
struct video_context {
    boost::asio::any_io_executor home;

    /// The source of the attached phone of that UDID; nullptr where it encodes nothing. The same
    /// one as long as the phone is attached.
    std::function<std::shared_ptr<encoded_source>(const std::string& udid)> find_source;

    std::shared_ptr<spdlog::logger> log;

    /// After the source has failed, until it is tried again: doubled each time, up to the most.
    std::chrono::milliseconds first_pause{1000};
    std::chrono::milliseconds longest_pause{30'000};

    std::chrono::milliseconds restart_interval{30'000}; // of a phone's stream, at the least
};

/// Home thread. A phone's source is watched while anybody wants its video; each gets every unit.
class video_streams {
public:
    /// Identity of an asker: an address of its own.
    using owner = const void*;
    using receiver = std::function<void(const link::access_unit&)>;

    static constexpr std::size_t most = 64; // of one owner

    explicit video_streams(video_context with);
    video_streams(const video_streams&) = delete;
    video_streams& operator=(const video_streams&) = delete;
    ~video_streams();

    /// Begins a stream, tells the same one again, or ends it. `on_unit` is never called within a
    /// call of this class, nor after the one that ends its stream.
    void set(owner whose, const link::stream& wanted, receiver on_unit = {});

    /// A key is needed: it comes as soon as the phone's stream may be restarted.
    void restart(owner whose, const std::string& stream_id);

    void end_all(owner whose);

    /// A phone has come, gone or changed.
    void phone_changed(const std::string& udid);

    /// Number of a phone's streams.
    std::size_t count(const std::string& udid) const;

    /// Ends all; none begins any more.
    void shut_down();

private:
    class phone_video; // of one phone
    struct one {
        std::shared_ptr<phone_video> of;
        std::shared_ptr<receiver> to;
    };
    using name = std::pair<owner, std::string>; // and its id

    void end(const name& which);
    std::size_t owned_by(owner whose) const;
    std::shared_ptr<phone_video> video_of(const std::string& udid);

    std::shared_ptr<const video_context> with_;
    std::map<name, one> streams_;
    std::map<std::string, std::shared_ptr<phone_video>> phones_; // by UDID
    bool shut_down_ = false;
};

} // namespace thimble::daemon
