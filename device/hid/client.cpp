#include "device/hid/client.hpp"

#include "async/race.hpp"
#include "async/sleep.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/hid/report_bytes.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <exception>
#include <utility>
#include <variant>

namespace thimble::device::hid {

namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds open_limit{10};
constexpr std::chrono::seconds reopen_limit{3}; // to lift what is down
constexpr std::chrono::seconds question_limit{3};

failure has_no(std::string surface, std::string cause)
{
    return {.what = problem::unsupported,
            .message = "The phone's HID service has no " + surface + ".",
            .cause = std::move(cause)};
}

failure connection_lost()
{
    return {.what = problem::refused,
            .message = "The connection to the phone's HID service was lost.",
            .cause = "connection_closed"};
}

template <class Frame>
bool has_frames(const report_plan& plan)
{
    return std::ranges::any_of(
        plan, [](const timed_report& each) { return std::holds_alternative<Frame>(each.what); });
}

/// Keeps the connection until it has ended, whoever drops it meanwhile.
asio::awaitable<failure> until_closed(std::shared_ptr<coredevice::remote_xpc> which)
{
    co_return co_await which->until_closed();
}

} // namespace

client::client(asio::any_io_executor home,
               coredevice::core_device& of,
               std::shared_ptr<held_input> held,
               client_times times)
    : home_(home), device_(of), lane_(home), held_(std::move(held)), times_(times),
      stamps_(clock::now())
{
}

/// As when its tunnel is lost.
client::~client()
{
    judge_last_reports();
}

// The connection.

asio::awaitable<void> client::keep_warm()
{
    for (;;) {
        if (co_await warm_up())
            co_await stay_connected();
        if (clock::now() - opened_at_ < times_.pause || !connection_)
            co_await async::sleep_for(times_.pause);
    }
}

asio::awaitable<bool> client::warm_up()
{
    if (device_.directory().find(coredevice::service::universal_hid) == nullptr)
        co_return false;
    const auto turn = co_await lane_.take();
    const auto connected = co_await connect(); // one that fails shows with the first plan
    if (connected && !held_->empty()) {
        if (before_lifting_)
            co_await before_lifting_();
        co_await lift_twice();
    }
    co_return connected.has_value();
}

asio::awaitable<void> client::stay_connected()
{
    const auto kept = connection_;
    const auto ended =
        co_await async::race(until_closed(kept), async::sleep_until(opened_at_ + times_.renewal));
    if (ended.index() == 0) {
        if (connection_ == kept) // else it has been judged when it was dropped
            judge_last_reports();
        co_return;
    }
    const auto turn = co_await lane_.take();
    drop_connection();
}

asio::awaitable<result<void>> client::connect()
{
    if (is_connected())
        co_return result<void>();
    if (auto opened = co_await open_connection(open_limit); !opened)
        co_return opened;
    co_await look_for_surfaces();
    settled_at_ = clock::now() + times_.settle; // from the first question on
    co_return result<void>();
}

asio::awaitable<result<void>> client::open_connection(std::chrono::milliseconds within)
{
    drop_connection();
    auto opened = co_await device_.open(coredevice::service::universal_hid, within);
    if (!opened)
        co_return std::unexpected(std::move(opened.error()));
    connection_ = std::make_shared<coredevice::remote_xpc>(std::move(*opened));
    opened_at_ = clock::now();
    settled_at_ = opened_at_ + times_.settle;
    if (opened_at_ - stamps_.from() > times_.renewal)
        stamps_ = report_clock(opened_at_);
    co_return result<void>();
}

/// On a connection of its own: the phone may close the one on which it has been asked.
asio::awaitable<void> client::look_for_surfaces()
{
    const auto reply = co_await device_.ask(coredevice::service::universal_hid, surfaces_request(),
                                            question_limit);
    if (reply)
        if (auto listed = surfaces_in(*reply))
            surfaces_ = std::move(*listed);
    asked_ = true;
    if (on_surfaces_)
        on_surfaces_();
}

void client::drop_connection()
{
    judge_last_reports();
    if (connection_)
        connection_->close();
    connection_.reset();
    keyboard_.reset();
}

void client::abort_connection()
{
    if (connection_)
        connection_->abort();
    drop_connection();
}

/// The connection ends. It may have taken the last report of a gesture along, which lifts: one that
/// the phone has not acknowledged, or that its service has had no time to hear.
void client::judge_last_reports()
{
    const bool on_its_way = connection_ && !connection_->all_arrived();
    if (on_its_way || clock::now() - told_at_ < times_.after_release)
        held_->doubt();
    else
        held_->confirm();
}

boost::asio::awaitable<void> client::until_arrived()
{
    const auto turn = co_await lane_.take();
    const bool connected = is_connected();
    if (connected)
        co_await connection_->until_arrived(times_.tell); // else it is in doubt, below
    co_await async::sleep_until(told_at_ + times_.after_release);
    if (connected && !is_connected()) // it may have taken the last report along
        held_->doubt();
    co_await lift_what_is_down();
}

// A plan.

asio::awaitable<result<void>> client::play(report_plan what)
{
    const auto turn = co_await lane_.take();
    if (auto ready = co_await prepare(what); !ready)
        co_return ready;
    // A chain of coroutines of its own: what is done at its end is reached by no cancellation, and
    // whoever has cancelled it waits for that.
    co_return co_await asio::co_spawn(home_, play_and_let_go(what), asio::use_awaitable);
}

asio::awaitable<result<void>> client::prepare(const report_plan& what)
{
    began_ = false;
    auto connected = co_await connect();
    if (!connected)
        co_return connected;
    if (has_frames<touch_frame>(what) && !has_touchscreen())
        co_return std::unexpected(has_no("touchscreen", "touchscreen_missing"));
    if (has_frames<key_frame>(what) && !has_keyboard())
        co_return std::unexpected(has_no("keyboard", "keyboard_missing"));
    if (has_frames<key_frame>(what) && !keyboard_)
        connected = co_await find_keyboard();
    if (!connected)
        co_return connected;
    co_await async::sleep_until(settled_at_);
    if (!held_->empty())
        co_await let_go();
    co_return connected;
}

asio::awaitable<result<void>> client::find_keyboard()
{
    const auto known = surfaces_ ? keyboard_among(*surfaces_) : std::optional(own_keyboard);
    if (known) {
        keyboard_ = known;
        co_return result<void>();
    }
    const auto connection = connection_;
    auto made = co_await connection->request(keyboard_request(), question_limit);
    if (!made) {
        made.error().phone = reached::nothing; // that a person would notice
        co_return std::unexpected(std::move(made.error()));
    }
    keyboard_ = keyboard_in(*made);
    if (!keyboard_)
        co_return std::unexpected(has_no("keyboard, and makes none", "keyboard_missing"));
    co_return result<void>();
}

asio::awaitable<result<void>> client::play_and_let_go(const report_plan& what)
{
    result<void> played;
    std::exception_ptr stopped;
    try {
        played = co_await play_while_connected(what);
    } catch (...) {
        stopped = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    if (!played)
        abort_connection(); // which may only be stuck: nothing of the plan is to follow
    co_await lift_what_is_down();
    if (stopped) {
        co_await leave_nothing_on_its_way();
        std::rethrow_exception(stopped);
    }
    if (!played && began_)
        played.error().phone = reached::perhaps;
    co_return played;
}

/// A gesture that was cut short is told as perhaps done; none of it is to be felt long after that.
asio::awaitable<void> client::leave_nothing_on_its_way()
{
    if (!is_connected())
        co_return;
    const auto connection = connection_;
    if (co_await connection->until_arrived(times_.tell))
        co_return;
    abort_connection();
    co_await lift_what_is_down();
}

/// A connection that is lost while a finger rests is noticed at once. Reports for which a phone
/// that is stuck has no room would be told as done, if nobody waited for it to have them.
asio::awaitable<result<void>> client::play_while_connected(const report_plan& what)
{
    auto first = co_await async::race(tell_all(what), until_closed(connection_));
    if (auto* lost = std::get_if<failure>(&first))
        co_return std::unexpected(std::move(*lost));
    co_return std::get<0>(std::move(first));
}

asio::awaitable<result<void>> client::tell_all(const report_plan& what)
{
    const auto began = clock::now();
    for (const auto& each : what) {
        co_await async::sleep_until(began + each.at);
        began_ = began_ || is_connected();
        if (auto told = co_await tell(each.what, began + each.at); !told)
            co_return told;
        held_->told(each.what);
    }
    const auto connection = connection_;
    co_return co_await connection->until_arrived(times_.tell);
}

asio::awaitable<result<void>> client::tell(const report& what, clock::time_point planned)
{
    if (!is_connected())
        co_return std::unexpected(connection_lost());
    const auto connection = connection_;
    held_->expect(what);
    told_at_ = clock::now();
    const auto stamp = stamps_.stamp(planned);
    auto bytes = std::visit([&](const auto& frame) { return encode(frame, stamp); }, what);
    co_return co_await connection->tell(send_message(std::move(bytes), surface_of(what)),
                                        times_.tell);
}

service_id client::surface_of(const report& what) const
{
    return std::holds_alternative<touch_frame>(what) ? own_touchscreen
                                                     : keyboard_.value_or(own_keyboard);
}

// The end of whatever is down.

asio::awaitable<void> client::lift_what_is_down()
{
    if (!held_->empty())
        co_await let_go();
    if (!held_->empty())
        co_await let_go_anew();
}

/// A connection that is lost soon after it may have taken the reports along.
asio::awaitable<void> client::let_go()
{
    const auto lifted = held_->release();
    if (!co_await release(lifted))
        co_return;
    co_await async::sleep_for(times_.after_release);
    if (!is_connected())
        co_return;
    for (const auto& each : lifted)
        held_->told(each);
    if (connection_->all_arrived())
        held_->confirm();
}

/// Where there is no new connection now, the next one that is made will do it.
asio::awaitable<void> client::let_go_anew()
{
    if (co_await open_connection(reopen_limit))
        co_await lift_twice();
}

/// A phone may take nothing yet on a connection that is new.
asio::awaitable<void> client::lift_twice()
{
    if (!co_await release(held_->release()))
        co_return;
    co_await async::sleep_until(settled_at_);
    co_await let_go();
}

asio::awaitable<bool> client::release(const std::vector<report>& what)
{
    for (const auto& each : what)
        if (!co_await tell(each, clock::now()))
            co_return false;
    co_return true;
}

} // namespace thimble::device::hid
