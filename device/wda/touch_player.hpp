// Plays touch paths through WebDriverAgent's W3C actions.
#pragma once

#include "device/capability.hpp"
#include "device/wda/interface_reader.hpp"
#include "device/wda/runner.hpp"

namespace thimble::device::wda {

/// Home thread. The whole path goes to the phone in one request, which plays it to its end.
class touch_player final : public device::touch_player {
public:
    explicit touch_player(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<void>> play(gesture::touch_path path,
                                              screen::interface made_for) override;
    on_cancel when_cancelled() const override { return on_cancel::plays_on; }

private:
    boost::asio::awaitable<result<void>> refuse_if_stale(screen::interface made_for);
    boost::asio::awaitable<result<void>> send(const gesture::touch_path& path);

    runner& runner_;
};

} // namespace thimble::device::wda
