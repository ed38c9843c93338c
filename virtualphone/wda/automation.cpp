#include "virtualphone/wda/automation.hpp"

#include "virtualphone/wda/apple_json.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <openssl/evp.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

constexpr milliseconds application_lookup{70};
constexpr milliseconds stillness{100}; // without a change before the picture counts as still

std::string base64(const std::vector<std::uint8_t>& bytes)
{
    std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0'); // EVP adds a zero byte
    const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytes.data(),
                                       static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(length));
    return text;
}

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

bool automation::terminate(std::string_view bundle_id)
{
    const milliseconds now = present();
    return device_.os.terminate(bundle_id, now);
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

boost::asio::awaitable<void> automation::find_active_application()
{
    co_await sleep(application_lookup);
}

boost::asio::awaitable<void> automation::play(event_record event)
{
    const milliseconds begin = present();
    for (const timed_step& step : event.steps) {
        // The step has the time it was planned for, however late the timer is: what a recogniser
        // measures is the gesture and not this machine.
        const milliseconds due = begin + step.at;
        const milliseconds left = due - device_.clock.now();
        if (left > milliseconds(0))
            co_await device_.clock.sleep(left);
        perform(device_.os, step, due);
    }
    co_await sleep(begin + event.length - device_.clock.now());
}

boost::asio::awaitable<void> automation::play_when_idle(event_record event)
{
    const milliseconds idle = options_.wait_for_idle_timeout();
    co_await wait_until_still(idle);
    co_await play(std::move(event));
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
