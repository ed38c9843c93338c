// Touches through the phone's HID service, report by report.
#pragma once

#include "device/coredevice/driver/input_gate.hpp"
#include "device/coredevice/driver/tunnel_keeper.hpp"

namespace thimble::device::coredevice {

/// Home thread. Times are kept here: a gesture that is cancelled ends with its fingers lifted.
class tunnel_touches final : public touch_player {
public:
    /// `shown` tells the interface as the phone has told it last. All of them outlive this.
    tunnel_touches(tunnel_keeper& through,
                   input_gate& gate,
                   std::function<std::optional<screen::interface>()> shown)
        : tunnel_(through), gate_(gate), shown_(std::move(shown))
    {
    }

    boost::asio::awaitable<result<void>> play(gesture::touch_path path,
                                              screen::interface made_for) override;
    boost::asio::awaitable<result<void>> play_unrecorded(gesture::touch_path path,
                                                         screen::interface made_for) override;
    on_cancel when_cancelled() const override { return on_cancel::lifted; }
    boost::asio::awaitable<void> look_ahead() override;

private:
    boost::asio::awaitable<result<void>>
    play_plan(gesture::touch_path path, screen::interface made_for, bool secret);
    boost::asio::awaitable<result<void>> send(const hid::report_plan& plan,
                                              screen::interface made_for);
    boost::asio::awaitable<result<void>> play_and_lift(const hid::report_plan& plan);
    boost::asio::awaitable<bool> lift_once_more(const hid::report_plan& plan);
    boost::asio::awaitable<result<void>> tell(hid::report_plan what);
    boost::asio::awaitable<void> look_where_it_stands();
    bool still_stands(const screen::interface& made_for) const;

    tunnel_keeper& tunnel_;
    input_gate& gate_;
    std::function<std::optional<screen::interface>()> shown_;
};

} // namespace thimble::device::coredevice
