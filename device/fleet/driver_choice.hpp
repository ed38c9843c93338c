// Capabilities that two drivers of a phone may have: each is done by the better one.
#pragma once

#include "device/coredevice/driver/driver.hpp"
#include "device/driver_notes.hpp"
#include "device/wda/driver.hpp"

#include <functional>
#include <string_view>

namespace thimble::device {

namespace driver_name {

inline constexpr std::string_view core_device = "coredevice";
inline constexpr std::string_view runner = "webdriveragent";
inline constexpr std::string_view lockdown = "lockdown";
inline constexpr std::string_view screenshotr = "screenshotr";

} // namespace driver_name

/// The two drivers, which outlive this, and which of them has done what. Home thread.
class two_drivers {
public:
    /// `answers` tells whether the runner does.
    two_drivers(coredevice::driver& services, wda::driver& runner, std::function<bool()> answers)
        : services_(services), runner_(runner), answers_(std::move(answers))
    {
    }

    coredevice::driver& services() { return services_; }
    wda::driver& runner() { return runner_; }
    bool runner_answers() const { return answers_(); }

    /// True while the phone's video may be asked for, which is not so while the phone refuses it.
    bool sends_video() const { return services_.video().offered() && !services_.video().refused(); }

    /// The name of the one that is asked first for this now, of those that have it.
    std::string_view first_for(capability what) const;

    void note(capability what, std::string_view by) { notes_.note(what, by); }
    const driver_notes& notes() const { return notes_; }

    /// By the services of the tunnel where they offer it, or else by the runner. The runner does it
    /// as well where nothing of it has reached the phone through the tunnel.
    template <class Value>
    boost::asio::awaitable<result<Value>>
    by_better(capability what,
              std::function<boost::asio::awaitable<result<Value>>()> through_tunnel,
              std::function<boost::asio::awaitable<result<Value>>()> by_runner)
    {
        if (services_.offers(what)) {
            note(what, driver_name::core_device);
            auto done = co_await beside_runner(std::move(through_tunnel));
            if (done || !answers_() || !left_undone(done.error()))
                co_return done;
        }
        note(what, driver_name::runner);
        co_return co_await by_runner();
    }

    /// True for a failure in which nothing has been asked of the phone, or nothing has come of it:
    /// another driver that does the same repeats nothing.
    static bool left_undone(const failure& what);

private:
    /// For the runner's driver it is an input like its own: what it knows of the screen may be old.
    template <class Value>
    boost::asio::awaitable<result<Value>>
    beside_runner(std::function<boost::asio::awaitable<result<Value>>()> work)
    {
        const auto mark = runner_.input_of_another();
        co_return co_await work();
    }

    coredevice::driver& services_;
    wda::driver& runner_;
    std::function<bool()> answers_;
    driver_notes notes_;
};

class bound_clipboard final : public clipboard {
public:
    explicit bound_clipboard(two_drivers& by) : by_(by) {}
    boost::asio::awaitable<result<std::string>> read() override;
    boost::asio::awaitable<result<void>> write(std::string text) override;

private:
    two_drivers& by_;
};

/// Presses through the tunnel. The runner goes to the home screen, whatever lies over the app; a
/// press may only close that.
class bound_buttons final : public button_presser {
public:
    explicit bound_buttons(two_drivers& by) : by_(by) {}
    boost::asio::awaitable<result<void>> press(button which) override;
    boost::asio::awaitable<result<void>> press_twice(button which) override;

private:
    bool is_for_runner(button which) const;

    two_drivers& by_;
};

/// Opens apps through the tunnel; the runner alone tells which one is in front. It ends them as
/// well where it answers: the tunnel's services need three questions for that.
class bound_launcher final : public app_launcher {
public:
    explicit bound_launcher(two_drivers& by) : by_(by) {}
    boost::asio::awaitable<result<void>> open(std::string bundle_id) override;
    boost::asio::awaitable<result<std::string>> in_front() override;
    boost::asio::awaitable<result<bool>> terminate(std::string bundle_id) override;

private:
    two_drivers& by_;
};

/// The runner tells of each lock, where there is one.
class bound_lock final : public lock_switch {
public:
    explicit bound_lock(two_drivers& by) : by_(by) {}
    boost::asio::awaitable<result<bool>> locked() override;
    boost::asio::awaitable<result<void>> lock() override;
    boost::asio::awaitable<result<void>> wake() override;

private:
    lock_switch& better() const;

    two_drivers& by_;
};

/// The runner sees whether the interface follows, where there is one.
class bound_orientation final : public orientation_switch {
public:
    explicit bound_orientation(two_drivers& by) : by_(by) {}
    boost::asio::awaitable<result<void>> turn(screen::orientation to) override;

private:
    two_drivers& by_;
};

/// Touches through the tunnel where they are known to land, or where there is no runner.
class bound_touches final : public touch_player {
public:
    explicit bound_touches(two_drivers& by) : by_(by) {}
    boost::asio::awaitable<result<void>> play(gesture::touch_path path,
                                              screen::interface made_for) override;
    boost::asio::awaitable<result<void>> play_unrecorded(gesture::touch_path path,
                                                         screen::interface made_for) override;
    on_cancel when_cancelled() const override;
    boost::asio::awaitable<void> look_ahead() override;

private:
    bool through_tunnel() const { return by_.services().offers(capability::touch); }

    two_drivers& by_;
};

/// Drags by the runner, which alone has a test framework.
class bound_dragger final : public native_dragger {
public:
    explicit bound_dragger(two_drivers& by) : by_(by) {}
    boost::asio::awaitable<result<void>> drag(press_and_drag what,
                                              screen::interface made_for) override;

private:
    two_drivers& by_;
};

/// The tunnel's keyboard knows chords on every phone.
class bound_keys final : public key_presser {
public:
    explicit bound_keys(two_drivers& by) : by_(by) {}
    boost::asio::awaitable<result<void>> press(key_stroke what) override;
    boost::asio::awaitable<result<void>> check(key_stroke what) override;

private:
    two_drivers& by_;
};

/// Types by the runner where it answers, which takes any text, whatever layout the phone has, and
/// sees the field; else on the tunnel's keyboard.
class bound_typing final : public text_typist {
public:
    explicit bound_typing(two_drivers& by) : by_(by) {}
    boost::asio::awaitable<result<void>> type(std::string text) override;
    boost::asio::awaitable<result<std::optional<std::string>>> focused_text() override;
    boost::asio::awaitable<result<element_frame>> focused_frame() override;

private:
    text_typist& better() const;

    two_drivers& by_;
};

} // namespace thimble::device
