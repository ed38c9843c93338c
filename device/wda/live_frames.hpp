// Pictures that WebDriverAgent pushes, from a port of their own.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <span>

namespace thimble::device::wda {

/// Home thread. The phone captures while a client is connected, so each watch() has a connection of
/// its own, for as long as it lasts. Everything is read as it comes and nobody is waited for, else
/// old pictures would queue on the way; of several that have come at once, the newest counts.
///
/// A picture lies as the panel does, with an EXIF orientation; its size is the upright one.
/// capture_times says how `captured_at` is known.
class live_frames final : public device::live_source {
public:
    explicit live_frames(runner& runner) : runner_(runner) {}

    /// The phone is asked to send so many where a session lives; none is made for that. Failures:
    /// `detached`; `refused` ("stream_refused"); `timed_out` ("stream_silent"); `capture`
    /// ("connection_lost", "malformed_picture").
    boost::asio::awaitable<failure> watch(int frames_per_second,
                                          std::function<void(captured_frame)> on_frame) override;

    /// Supposed until a watch() has been refused, because to try makes the phone capture; and again
    /// some time after that.
    bool offered() const;

    /// The runner is another one now.
    void forget_refusal() { refused_at_.reset(); }

    /// Ends what is under way.
    void close();

private:
    struct watching;

    boost::asio::awaitable<failure> follow(watching& state);
    boost::asio::awaitable<failure> read(watching& state);
    boost::asio::awaitable<void> keep_up(watching& state);
    boost::asio::awaitable<void> ask_for_rate(watching& state);
    bool rate_unset(const watching& state) const;
    std::optional<failure> take(watching& state,
                                std::span<const std::byte> bytes,
                                std::chrono::steady_clock::duration waited);
    std::optional<failure>
    hand_on(watching& state, screen::bytes jpeg, std::chrono::steady_clock::time_point captured);
    void note_shape(watching& state, screen::pixel_size picture);
    failure broken_off(const watching& state) const;
    boost::asio::awaitable<failure> explain(failure what, bool accepted);

    runner& runner_;
    watching* under_way_ = nullptr;
    std::optional<std::chrono::steady_clock::time_point> refused_at_;
};

} // namespace thimble::device::wda
