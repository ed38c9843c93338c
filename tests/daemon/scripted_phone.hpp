// A phone that does what a test says, and remembers what it was asked.
#pragma once

#include "async/signal.hpp"
#include "device/phone.hpp"
#include "screen/image.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace thimble::daemon {

/// An iPhone 15 in portrait that can do everything but push pictures, unless it is offered. Home
/// thread.
class scripted_phone : public device::phone,
                       public device::frame_source,
                       public device::live_source,
                       public device::touch_player,
                       public device::button_presser {
public:
    explicit scripted_phone(const boost::asio::any_io_executor& home);

    // Set by the test.
    device::phone_facts told;
    std::vector<device::blocker> blocking;
    std::set<device::capability> offered;
    std::string_view driver;    // of all that is offered; of each picture that is taken meanwhile
    device::driver_notes notes; // of those that have done something
    std::optional<device::failure> failing; // what every call answers, instead of success
    std::optional<device::failure> when_touch_cancelled; // else a cancelled touch just throws
    bool touches_hang = false;                           // until let_go(), or the coroutine's end
    bool deaf = false;                                   // a hanging touch cannot even be cancelled

    /// From this capture on they wait for let_go(), or for the coroutine's end.
    std::optional<int> captures_hang_from;

    std::chrono::milliseconds capture_time{0}; // of each

    /// Picture that a capture sees at its end; else black, or the shade below.
    std::function<device::result<screen::image>()> shows;

    /// True where that picture comes out of video; else it is a PNG.
    std::function<bool()> streams;

    int shade_after_touch = 0; // 0 black to 255 white: of the screen once it has been touched

    // Read by the test.
    std::vector<gesture::touch_path> played;
    int captures = 0;
    std::chrono::steady_clock::time_point captured_after; // the input that the last one had to be
    int inputs_begun = 0;                                 // that the source of pictures was told of
    std::chrono::system_clock::time_point capture_begun;  // of the last one, whose time that is
    int captures_cancelled = 0;                           // while they hung
    int presses = 0;

    int watches = 0;            // begun so far
    std::optional<int> watched; // pictures a second, while it is

    /// To whoever watches.
    void push(device::captured_frame taken);

    /// Ends the watch.
    void fail_watch(device::failure why);

    void let_go();
    void detach();

    const device::phone_facts& facts() const override { return told; }
    const std::vector<device::blocker>& blockers() const override { return blocking; }
    const std::set<device::capability>& capabilities() const override { return offered; }
    std::string driver_of(device::capability what) const override
    {
        return std::string(offered.contains(what) ? driver : "");
    }
    const device::driver_notes& served() const override { return notes; }
    device::frame_source* frames() override;
    device::live_source* live_frames() override;
    device::touch_player* touches() override;
    device::button_presser* buttons() override;
    bool attached() const override { return attached_; }
    async::subscription on_detached(std::function<void()> then) override;

    boost::asio::awaitable<device::result<device::captured_frame>> capture() override;
    boost::asio::awaitable<device::result<device::captured_frame>>
    capture_after(std::chrono::steady_clock::time_point input) override
    {
        captured_after = input;
        return capture();
    }
    void input_begins() override { ++inputs_begun; }
    boost::asio::awaitable<device::failure>
    watch(int frames_per_second, std::function<void(device::captured_frame)> on_frame) override;
    boost::asio::awaitable<device::result<void>> play(gesture::touch_path path,
                                                      screen::interface made_for) override;
    device::on_cancel when_cancelled() const override { return device::on_cancel::lifted; }
    boost::asio::awaitable<device::result<void>> press(device::button which) override;
    boost::asio::awaitable<device::result<void>> press_twice(device::button which) override;

private:
    device::result<void> answer() const;
    device::result<screen::image> seen() const;

    bool attached_ = true;
    async::signal released_;
    std::function<void(device::captured_frame)> on_frame_; // while it is watched
    std::optional<device::failure> watch_failed_;
    async::signal watch_ends_;
    async::listeners detached_;
};

} // namespace thimble::daemon
