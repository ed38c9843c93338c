// Observation of an agent: a picture of the screen and the space that it shows.
#pragma once

#include "async/one_shot_channel.hpp"
#include "async/worker.hpp"
#include "link/command.hpp"
#include "service/agent/screen_mark.hpp"
#include "service/jobs/job.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service {

/// Home thread. The mark that is compared is made on a worker's thread while the model thinks.
class observation {
public:
    using time = std::chrono::steady_clock::time_point;

    /// The picture has its bytes. `made_by`: the job whose picture it is, which has its frame id.
    observation(const link::frame& shown, const job& made_by, time came_at, async::worker& by);

    const screen::picture& picture() const noexcept { return picture_; }
    const link::coordinate_space& space() const noexcept { return space_; }
    const std::string& frame_id() const noexcept { return frame_id_; }
    const std::string& job_id() const noexcept { return job_id_; }

    time came_at() const noexcept { return came_at_; }

    /// Of a picture that cannot be read, one that is like no other.
    boost::asio::awaitable<agent::screen_mark> mark();

private:
    using one_shot_channel = async::one_shot_channel<agent::screen_mark>;

    screen::picture picture_;
    link::coordinate_space space_;
    std::string frame_id_;
    std::string job_id_;
    time came_at_;
    std::shared_ptr<one_shot_channel> made_; // until it has been taken
    std::optional<agent::screen_mark> mark_;
};

} // namespace thimble::service
