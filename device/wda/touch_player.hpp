// Plays touch paths through WebDriverAgent's W3C actions.
#pragma once

#include "async/signal.hpp"
#include "device/capability.hpp"
#include "device/wda/early_look.hpp"
#include "device/wda/runner/interface_reader.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread. The whole path goes to the phone in one request, which plays it to its end.
class touch_player final : public device::touch_player {
public:
    explicit touch_player(runner& runner)
        : runner_(runner), early_(runner.options.early_look_limit), looked_(runner.options.home)
    {
    }

    boost::asio::awaitable<result<void>> play(gesture::touch_path path,
                                              screen::interface made_for) override;
    boost::asio::awaitable<result<void>> play_unrecorded(gesture::touch_path path,
                                                         screen::interface made_for) override;
    on_cancel when_cancelled() const override { return on_cancel::plays_on; }
    boost::asio::awaitable<void> look_ahead() override;

private:
    boost::asio::awaitable<result<screen::point_size>> look();
    boost::asio::awaitable<result<screen::point_size>> look_once();
    bool sight_confirms() const;
    boost::asio::awaitable<bool> stands_as_seen();
    boost::asio::awaitable<result<void>> refuse_if_stale(screen::interface made_for);
    struct asked_path {
        gesture::touch_path path;
        screen::interface made_for;
        bool confidential = false;
    };
    boost::asio::awaitable<result<void>> play_as(asked_path what);
    boost::asio::awaitable<result<void>> send_if_fresh(const asked_path& what);

    runner& runner_;
    early_look early_;
    bool looking_early_ = false;
    async::signal looked_; // looking_early_ has ended
};

} // namespace thimble::device::wda
