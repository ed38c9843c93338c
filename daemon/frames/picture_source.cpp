#include "daemon/frames/picture_source.hpp"

#include "async/exception_text.hpp"
#include "async/race.hpp"
#include "async/scoped_pointer.hpp"
#include "daemon/frames/pace.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// A capture costs the phone more than a picture that it pushes.
constexpr int most_captures = 10; // a second

/// Between two captures of a phone that cannot be captured now.
constexpr std::chrono::seconds pause_after_failure{1};

device::failure broken(std::string message)
{
    return {.what = device::problem::capture,
            .phone = device::reached::nothing,
            .message = std::move(message),
            .cause = ""};
}

bool empty(const device::captured_frame& what)
{
    const auto& size = what.picture.size;
    return what.picture.empty() || size.width <= 0 || size.height <= 0;
}

/// Ends in a failure whatever happens: the feed captures instead.
asio::awaitable<device::failure> watched(std::shared_ptr<device::phone> phone,
                                         int frames_per_second,
                                         std::function<void(device::captured_frame)> on_frame)
{
    try {
        auto* live = phone->live_frames();
        if (live == nullptr)
            co_return device::failure{.what = device::problem::unsupported,
                                      .phone = device::reached::nothing,
                                      .message = "The phone pushes no pictures any more.",
                                      .cause = ""};
        co_return co_await live->watch(frames_per_second, std::move(on_frame));
    } catch (const std::exception& problem) {
        co_return broken(problem.what());
    }
}

asio::awaitable<phone_frames::picture> captured(std::shared_ptr<phone_frames> frames)
{
    try {
        co_return co_await frames->capture(freshness::any);
    } catch (const std::exception& problem) {
        co_return std::unexpected(broken(problem.what()));
    }
}

} // namespace

picture_source::picture_source(const picture_source_context& from,
                               std::string udid,
                               receiver on_picture)
    : from_(from), udid_(std::move(udid)), on_picture_(std::move(on_picture)), changed_(from.home)
{
}

void picture_source::want(int frames_per_second)
{
    if (frames_per_second == wanted_)
        return;
    wanted_ = frames_per_second;
    notify();
    if (running_ || wanted_ == 0)
        return;
    running_ = true;
    asio::co_spawn(from_.home, run(shared_from_this()),
                   [log = from_.log, udid = udid_](const std::exception_ptr& problem) {
                       if (problem)
                           log->error("phone {}: its pictures have ended: {}", udid,
                                      async::exception_text(problem));
                   });
}

void picture_source::refuse()
{
    refused_ = true;
    notify();
}

void picture_source::notify()
{
    ++changes_;
    changed_.notify_all();
    if (pausing_ != nullptr)
        pausing_->notify_all();
}

asio::awaitable<void> picture_source::run(std::shared_ptr<picture_source> self)
{
    struct over_at_the_end {
        bool& running;
        ~over_at_the_end() { running = false; }
    } const mark{self->running_};
    co_await asio::post(self->from_.home, asio::use_awaitable); // it was called within want()
    while (self->wanted_ > 0)
        co_await self->go_on();
}

asio::awaitable<void> picture_source::go_on()
{
    const auto phone = from_.find_phone(udid_);
    if (phone == nullptr || !phone->attached()) {
        co_await until_phone_changes();
        co_return;
    }
    attach_phone(phone);
    if (phone->live_frames() != nullptr && clock::now() >= live_again_)
        co_await watch(phone);
    else
        co_await capture(phone);
}

/// One that was plugged in anew begins anew.
void picture_source::attach_phone(const phone_pointer& phone)
{
    if (met_.lock() == phone)
        return;
    met_ = phone;
    live_again_ = {};
    pause_ = from_.first_pause;
}

asio::awaitable<void> picture_source::watch(phone_pointer phone)
{
    const auto frames = from_.frames_of(phone);
    const int per_second = wanted_;
    refused_ = false;
    const auto show = [this, &phone, &frames](const device::captured_frame& taken) {
        if (empty(taken))
            return;
        pause_ = from_.first_pause;
        has_gap_ = false;
        frames->show_live(taken);
        on_picture_(*phone, taken);
    };
    const auto how = co_await async::race(watched(phone, per_second, show),
                                          until_another_pace(per_second, phone));
    frames->end_live();
    if (!phone->attached())
        co_return;
    if (const auto* failed = std::get_if<device::failure>(&how))
        live_failed(*failed);
    else if (refused_)
        live_failed(broken("a picture of it cannot be used"));
}

/// A video with a gap goes on with its next key, which may come at any moment.
void picture_source::live_failed(const device::failure& why)
{
    const bool waits_for_key = why.cause == device::picture_missing;
    if (!std::exchange(has_gap_, waits_for_key) || !waits_for_key)
        from_.log->info("phone {}: the live picture failed and is captured meanwhile: {}", udid_,
                        why.message);
    live_again_ = clock::now() + pause_;
    if (!waits_for_key)
        pause_ = std::min(2 * pause_, from_.longest_pause);
}

asio::awaitable<void> picture_source::capture(phone_pointer phone)
{
    const auto begun = clock::now();
    const auto how = co_await async::race(captured(from_.frames_of(phone)), until_unwanted(phone));
    const auto* taken = std::get_if<phone_frames::picture>(&how);
    if (taken == nullptr || wanted_ == 0)
        co_return;
    if (*taken && !empty(**taken))
        on_picture_(*phone, **taken);
    if (wanted_ == 0) // by the picture
        co_return;
    const auto interval = pace::interval_of(std::min(wanted_, most_captures));
    co_await pause_until(*taken ? begun + interval : clock::now() + pause_after_failure);
}

asio::awaitable<void> picture_source::until_phone_changes()
{
    const auto before = changes_;
    while (changes_ == before)
        co_await changed_.wait();
}

asio::awaitable<void> picture_source::until_another_pace(int than, phone_pointer phone)
{
    while (wanted_ == than && phone->attached() && !refused_)
        co_await changed_.wait();
}

asio::awaitable<void> picture_source::until_unwanted(phone_pointer phone)
{
    while (wanted_ > 0 && phone->attached())
        co_await changed_.wait();
}

asio::awaitable<void> picture_source::pause_until(clock::time_point time)
{
    async::signal timeout(from_.home, time);
    const async::scoped_pointer noted(pausing_, timeout);
    while (wanted_ > 0 && clock::now() < time)
        co_await timeout.wait();
}

} // namespace thimble::daemon
