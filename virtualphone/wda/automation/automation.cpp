#include "virtualphone/wda/automation/automation.hpp"

#include "virtualphone/wda/elements/front_application.hpp"
#include "virtualphone/wda/protocol/apple_json.hpp"
#include "virtualphone/wda/protocol/base64.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

constexpr milliseconds application_lookup{70};
constexpr milliseconds stillness{100}; // without a change before the picture counts as still

void perform(operating_system& os, const timed_step& step, milliseconds at)
{
    if (const auto* finger = std::get_if<finger_step>(&step.what))
        os.touch(finger->finger, finger->phase, finger->where, at);
    else
        os.type(std::get<typing_step>(step.what).text, at);
}

} // namespace

const std::string& automation::begin_session()
{
    end_session();
    options_.reset();
    if (!device_.agent.accessibility_deadline)
        options_.forget("accessibilityDeadline");
    elements_.clear();
    std::string id = boost::uuids::to_string(boost::uuids::random_generator()());
    boost::algorithm::to_upper(id);
    return session_.emplace(std::move(id));
}

void automation::end_session()
{
    const auto app = std::exchange(app_under_test_, std::nullopt);
    session_.reset();
    if (app)
        terminate(*app);
}

void automation::forget_session()
{
    session_.reset();
    app_under_test_.reset();
}

bool automation::launch(const std::string& bundle_id)
{
    const milliseconds now = present();
    const bool may = device_.os.runs(bundle_id) || !device_.untrusted_apps.contains(bundle_id);
    return may && device_.os.launch(bundle_id, now);
}

bool automation::terminate(std::string_view bundle_id)
{
    const milliseconds now = present();
    return device_.os.terminate(bundle_id, now);
}

std::string automation::active_application() const
{
    const std::string chosen = options_.default_active_application();
    return chosen != "auto" && is_in_foreground(device_.os, chosen) ? chosen
                                                                    : device_.os.active_app();
}

std::string automation::active_application(bool in_session) const
{
    return in_session ? active_application() : device_.os.active_app();
}

milliseconds automation::present()
{
    const milliseconds now = device_.clock.now();
    device_.os.advance(now);
    return now;
}

boost::asio::awaitable<void> automation::sleep(milliseconds length)
{
    if (length > milliseconds(0))
        co_await device_.clock.sleep(length);
    present();
}

boost::asio::awaitable<void> automation::take_at_least(milliseconds length, milliseconds begin)
{
    co_await sleep(begin + length - device_.clock.now());
}

boost::asio::awaitable<void> automation::find_active_application()
{
    co_await sleep(application_lookup);
}

boost::asio::awaitable<void> automation::play(event_record event)
{
    const auto whose = device_.edge_swipes;
    co_await play_steps(std::move(event),
                        whose == edge_swipes::w3c_of_app || whose == edge_swipes::all_of_app);
}

boost::asio::awaitable<void> automation::play_steps(event_record event, bool edges_are_of_app)
{
    const milliseconds begin = present();
    for (const timed_step& step : event.steps) {
        // The step has the time it was planned for, however late the timer is: what a recogniser
        // measures is the gesture and not this machine.
        const milliseconds due = begin + step.at;
        const milliseconds left = due - device_.clock.now();
        if (left > milliseconds(0))
            co_await device_.clock.sleep(left);
        device_.os.leave_edges_to_app(edges_are_of_app);
        perform(device_.os, step, due);
        device_.os.leave_edges_to_app(false);
    }
    co_await sleep(begin + event.length - device_.clock.now());
}

boost::asio::awaitable<void> automation::play_when_idle(event_record event)
{
    const milliseconds idle = options_.wait_for_idle_timeout();
    co_await wait_until_still(idle);
    const auto whose = device_.edge_swipes;
    co_await play_steps(std::move(event),
                        whose == edge_swipes::native_of_app || whose == edge_swipes::all_of_app);
    co_await wait_until_still(idle);
}

boost::asio::awaitable<void> automation::wait_until_still(milliseconds limit)
{
    present();
    auto seen = device_.os.generation();
    for (milliseconds waited{0}; waited < limit; waited += stillness) {
        co_await sleep(std::min(stillness, limit - waited));
        if (std::exchange(seen, device_.os.generation()) == device_.os.generation())
            co_return;
    }
}

boost::asio::awaitable<void> automation::wait_until_turned(milliseconds limit)
{
    constexpr milliseconds look{50};
    for (milliseconds waited{0}; waited < limit && device_.os.turning(); waited += look)
        co_await sleep(std::min(look, limit - waited));
}

std::shared_ptr<const std::string> automation::screenshot_text()
{
    present();
    encoded_picture picture = device_.os.frame_png();
    if (picture != pictured_) {
        pictured_ = std::move(picture);
        picture_text_ =
            std::make_shared<const std::string>(quoted_with_escaped_slashes(base64(*pictured_)));
    }
    return picture_text_;
}

} // namespace thimble::virtualphone::wda
