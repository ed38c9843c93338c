// Times of a recording's pictures by the service's clock.
#pragma once

#include <chrono>
#include <optional>

namespace thimble::service {

/// The desktop's clock may be another one: its first picture decides that for all of them. No
/// input or output, and no clock: times come with what is asked.
class capture_times {
public:
    using moment = std::chrono::system_clock::time_point;

    /// No first picture is earlier: one of a screen that stood still may be older, and shows what
    /// was there then.
    explicit capture_times(moment earliest) : earliest_(earliest) {}

    /// Of each picture, in the order in which they came: when the desktop says that it was taken,
    /// and when it came. A clock that is set back is not mended here.
    moment of(moment captured_at, moment came);

private:
    moment earliest_;
    bool decided_ = false;
    bool later_ = false;                     // one has come that was not too early
    std::optional<moment::duration> behind_; // the desktop's clock, where it is another one
};

} // namespace thimble::service
