// Keys of a hardware keyboard through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/device_family.hpp"
#include "device/wda/runner/runner.hpp"

#include <optional>

namespace thimble::device::wda {

/// Home thread. XCTest presses keys on iPads alone: on an iPhone it takes them and does nothing.
/// There the keys that edit a text are typed, and the others are events of a HID keyboard, which
/// knows no chords.
class key_presser final : public device::key_presser {
public:
    explicit key_presser(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<void>> press(key_stroke what) override;
    boost::asio::awaitable<result<void>> check(key_stroke what) override;

    /// The runner is another one now, perhaps on another release of iOS.
    void forget_runner()
    {
        family_.reset();
        takes_strokes_.reset();
    }

private:
    boost::asio::awaitable<result<void>> learn_strokes();
    boost::asio::awaitable<result<void>> learn_family();
    boost::asio::awaitable<result<void>> press_stroke(key_stroke what);
    boost::asio::awaitable<result<void>> press_plain(key_stroke what);
    boost::asio::awaitable<result<void>> type_character(char what);

    runner& runner_;
    std::optional<device_family> family_; // nothing until the runner was asked
    std::optional<bool> takes_strokes_;   // of an iPad; nothing until it was sent one
};

} // namespace thimble::device::wda
