// Plays plans of reports on a phone's HID service.
#pragma once

#include "async/lane.hpp"
#include "device/coredevice/core_device.hpp"
#include "device/hid/held_input.hpp"
#include "device/hid/messages.hpp"
#include "device/hid/report_clock.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace thimble::device::hid {

struct client_times {
    /// Time for which a phone drops all that it is told on a new connection.
    std::chrono::milliseconds settle{800};

    /// From a report to whatever ends the connection, or the process: it may not have arrived.
    std::chrono::milliseconds after_release{100};

    /// After a connection that could not be made, or was lost as soon as this.
    std::chrono::milliseconds pause{2000};

    /// For a report to be taken by the stream, and for the last one to reach the phone; after it
    /// the connection is given up.
    std::chrono::milliseconds tell{3000};

    /// From this age on a connection is made anew while nobody uses it, and the first one after
    /// this has stamps that begin anew: they have three days.
    std::chrono::hours renewal{24};
};

/// Home thread; the device outlives it. The phone's services acknowledge nothing: that its kernel
/// has the reports is all that is known. Plans follow one another on one connection; each is played
/// once at most.
class client {
public:
    /// `held` is of the phone, and may be left by another client.
    client(boost::asio::any_io_executor home,
           coredevice::core_device& of,
           std::shared_ptr<held_input> held,
           client_times times = {});
    ~client();
    client(const client&) = delete;
    client& operator=(const client&) = delete;

    /// Connects while the phone names the service, again whenever the connection is lost, and lifts
    /// what was left down. Never ends by itself.
    boost::asio::awaitable<void> keep_warm();

    /// The same once: connects unless it is, which asks for the surfaces. False where it cannot.
    boost::asio::awaitable<bool> warm_up();

    /// By the surfaces that the phone lists; false until it has been asked, and true where it did
    /// not answer. A phone with any surface makes a keyboard where it has none.
    bool has_touchscreen() const { return asked_ && (!surfaces_ || touchscreen_among(*surfaces_)); }
    bool has_keyboard() const { return asked_ && (!surfaces_ || !surfaces_->empty()); }

    /// Has `then` called when the phone has been asked for its surfaces.
    void on_surfaces(std::function<void()> then) { on_surfaces_ = std::move(then); }

    /// Has `first` awaited before what was left down is lifted through a connection that is new.
    void before_lifting(std::function<boost::asio::awaitable<void>()> first)
    {
        before_lifting_ = std::move(first);
    }

    /// Ends once the last report has had time to arrive, and what is down was lifted, if the phone
    /// can be reached: for whoever ends the connection, or the process.
    boost::asio::awaitable<void> until_arrived();

    /// Sends each report when its time has come, counted from the first, however late the one
    /// before was. What is down is lifted when the coroutine is cancelled, before it ends, and when
    /// the connection is lost, through a new one. Ends when the phone has the last report.
    /// `reached::perhaps` from the first report on.
    boost::asio::awaitable<result<void>> play(report_plan what);

private:
    using clock = std::chrono::steady_clock;

    boost::asio::awaitable<void> stay_connected();
    boost::asio::awaitable<result<void>> connect();
    boost::asio::awaitable<result<void>> open_connection(std::chrono::milliseconds within);
    boost::asio::awaitable<void> look_for_surfaces();
    bool is_connected() const { return connection_ && connection_->is_open(); }
    void drop_connection();
    void abort_connection();
    void judge_last_reports();

    boost::asio::awaitable<result<void>> prepare(const report_plan& what);
    boost::asio::awaitable<result<void>> find_keyboard();
    boost::asio::awaitable<result<void>> play_and_let_go(const report_plan& what);
    boost::asio::awaitable<void> leave_nothing_on_its_way();
    boost::asio::awaitable<result<void>> play_while_connected(const report_plan& what);
    boost::asio::awaitable<result<void>> tell_all(const report_plan& what);
    boost::asio::awaitable<result<void>> tell(const report& what, clock::time_point planned);
    boost::asio::awaitable<void> lift_what_is_down();
    boost::asio::awaitable<void> let_go();
    boost::asio::awaitable<void> let_go_anew();
    boost::asio::awaitable<void> lift_twice();
    boost::asio::awaitable<bool> release(const std::vector<report>& what);
    service_id surface_of(const report& what) const;

    boost::asio::any_io_executor home_;
    coredevice::core_device& device_;
    async::lane lane_;
    std::shared_ptr<held_input> held_;
    client_times times_;
    std::shared_ptr<coredevice::remote_xpc> connection_; // closed where it is dropped
    clock::time_point opened_at_;                        // the connection
    clock::time_point settled_at_;                       // the same, for reports
    clock::time_point told_at_;                          // the last report
    report_clock stamps_;
    bool asked_ = false;                              // for the surfaces, whatever came of it
    std::optional<std::vector<service_id>> surfaces_; // as listed last
    std::function<void()> on_surfaces_;
    std::function<boost::asio::awaitable<void>()> before_lifting_;
    std::optional<service_id> keyboard_; // that takes this connection's reports; nothing: not known
    bool began_ = false;                 // a report of the plan was handed over
};

} // namespace thimble::device::hid
