#include "device/media/stream/stream_pictures.hpp"

#include "async/sleep.hpp"
#include "device/capability.hpp"
#include "device/media/nal_unit.hpp"
#include "screen/hevc_decoder.hpp"

#include <algorithm>
#include <utility>

namespace thimble::device::media {
namespace {

using steady = std::chrono::steady_clock;

/// Pictures that may wait while the thread is at work; more means that it is too slow for them.
constexpr std::size_t most_behind_thread = 120;

failure missing_picture()
{
    return {.what = problem::capture,
            .message = "The stream of the phone's screen has a gap.",
            .cause = std::string(picture_missing)};
}

failure no_stream()
{
    return {.what = problem::refused,
            .message = "There is no stream of the phone's screen.",
            .cause = "stream_ended"};
}

failure picture_late()
{
    return {.what = problem::timed_out,
            .message = "The stream of the phone's screen did not begin in time.",
            .cause = "stream_silent"};
}

/// From the panel in portrait to the upright interface.
screen::turning turning_to(screen::orientation turned)
{
    switch (turned) {
    case screen::orientation::landscape_right:
        return {.transposed = true, .mirrored = true};
    case screen::orientation::landscape_left:
        return {.transposed = true, .flipped = true};
    case screen::orientation::upside_down:
        return {.mirrored = true, .flipped = true};
    case screen::orientation::portrait:
        break;
    }
    return {};
}

} // namespace

/// The decoder, and how it has been used.
struct stream_pictures::thread_state {
    std::expected<void, std::string> decode(const access_unit& one)
    {
        if (one.key && one.format != format) {
            format = nullptr;
            decoder.reset();
            bytes sets;
            for (const auto& each : one.format->parameter_sets)
                append_nal(sets, each);
            sets.insert(sets.end(), one.data.begin(), one.data.end());
            auto how = decoder.decode(sets);
            if (how)
                format = one.format;
            return how;
        }
        if (format == nullptr)
            return std::unexpected("there was no key");
        auto how = decoder.decode(one.data);
        if (!how)
            format = nullptr; // begins anew with the next key
        return how;
    }

    screen::hevc_decoder decoder;
    std::shared_ptr<const video_format> format; // of what it has decoded; nothing where it is lost
};

stream_pictures::stream_pictures(boost::asio::any_io_executor home, screen_stream& of, context with)
    : stream_(of), with_(std::move(with)), came_(home), worker_(home),
      thread_(std::make_shared<thread_state>())
{
    stream_.observe({.on_unit = [this](const shared_unit& one) { take(one); },
                     .on_change = [this] { came_.notify_all(); }});
}

stream_pictures::~stream_pictures()
{
    stream_.observe({});
}

void stream_pictures::fall_behind()
{
    behind_ = true;
    waiting_.clear();
    came_.notify_all();
}

void stream_pictures::take(const shared_unit& one)
{
    last_ = one;
    if (one->key) {
        last_key_ = one;
        waiting_.clear();
        behind_ = false;
    }
    if (!behind_) {
        waiting_.push_back(one);
        const bool active = is_active(steady::now());
        if (waiting_.size() > (active ? most_behind_thread : stream_.timing().most_undecoded))
            fall_behind();
    }
    came_.notify_all();
}

bool stream_pictures::is_active(time now) const
{
    return now < active_until_ ||
           std::ranges::any_of(watches_, [](const auto& each) { return !each.expired(); });
}

boost::asio::awaitable<void> stream_pictures::live()
{
    for (;;) {
        if (waiting_.empty() || !is_active(steady::now())) {
            co_await came_.wait();
            continue;
        }
        co_await work(std::exchange(waiting_, {}), std::nullopt);
    }
}

void stream_pictures::input_begins()
{
    active_until_ = std::max(active_until_, steady::now() + stream_.timing().decoded_after_input);
    stream_.input_begins();
    came_.notify_all();
}

async::subscription stream_pictures::watch()
{
    std::erase_if(watches_, [](const auto& each) { return each.expired(); });
    auto made = stream_.follow([](const shared_unit&) {});
    watches_.emplace_back(made);
    came_.notify_all();
    return made;
}

bool stream_pictures::is_undecodable() const
{
    return stream_.has_lost() || (behind_ && stream_.is_running());
}

/// Something that no waiting helps against.
std::optional<failure> stream_pictures::obstacle() const
{
    if (!stream_.attached())
        return no_stream();
    if (is_undecodable())
        return missing_picture();
    return stream_.refused();
}

/// The newest picture is not of a stream that has ended.
bool stream_pictures::is_current() const
{
    return stream_.is_running() && last_ && last_->stream == stream_.streams();
}

bool stream_pictures::is_ready(time now) const
{
    return stream_.is_trusted(now) && is_current();
}

boost::asio::awaitable<result<decoded_picture>> stream_pictures::newest(time shows, time give_up)
{
    const auto asked = steady::now();
    active_until_ = std::max(active_until_, asked + stream_.timing().decoded_after_question);
    stream_.wake();
    co_await async::sleep_until(shows + stream_.timing().lag);
    for (;;) {
        const auto now = steady::now();
        if (auto why = obstacle()) {
            ask_for_key();
            co_return std::unexpected(std::move(*why));
        }
        if (is_ready(now))
            co_return co_await decode(std::max(asked, shows + stream_.timing().lag));
        if (now >= give_up)
            co_return std::unexpected(picture_late());
        co_await came_.wait_for(give_up - now);
    }
}

/// Nor is another stream about to show a newer one.
bool stream_pictures::is_newest(const decoded_picture& what) const
{
    return last_ && last_->stream == what.stream && last_->number == what.number &&
           what.stream == stream_.streams();
}

boost::asio::awaitable<result<decoded_picture>> stream_pictures::next(const decoded_picture& last,
                                                                      time again)
{
    for (;;) {
        if (auto why = obstacle()) {
            ask_for_key();
            co_return std::unexpected(std::move(*why));
        }
        if (is_current() && !is_newest(last) && !behind_)
            co_return co_await decode(last_->arrived);
        const auto now = steady::now();
        const auto stood = stream_.stood_at(now);
        if (stood && *stood >= again && is_newest(last)) {
            auto same = co_await decode(now); // the phone may have been turned since
            if (same)
                same->shows = *stood;
            co_return same;
        }
        const time::duration repeat = stream_.timing().repeat;
        co_await came_.wait_for(again > now ? std::min(again - now, repeat) : repeat);
    }
}

void stream_pictures::ask_for_key()
{
    if (is_undecodable())
        stream_.want_key();
}

/// A key has come since, which needs nothing of it.
bool stream_pictures::is_superseded(const shared_unit& one) const
{
    return one && last_key_ &&
           (one->stream != last_key_->stream || one->number < last_key_->number);
}

stream_pictures::copy_order stream_pictures::order_for(const access_unit& of) const
{
    copy_order result;
    const auto& shown = of.format->shown;
    if (const auto panel = with_.panel ? with_.panel() : std::nullopt;
        panel && is_padded(*of.format, *panel))
        result.most = *panel;
    // One that is wider than high has been turned by the phone itself.
    if (const auto turned = with_.turned ? with_.turned() : std::nullopt;
        turned && shown.width <= shown.height)
        result.turned = turning_to(*turned);
    return result;
}

boost::asio::awaitable<stream_pictures::answer>
stream_pictures::work(std::vector<shared_unit> units, std::optional<copy_order> copy)
{
    const auto newest = units.empty() ? last_ : units.back(); // which the thread has had, or gets
    auto call = [with = thread_, units = std::move(units), copy = std::move(copy)]() -> answer {
        for (const auto& each : units)
            if (auto how = with->decode(*each); !how)
                return std::unexpected(std::move(how.error()));
        if (!copy)
            return nullptr;
        auto picture = with->decoder.newest(copy->most);
        if (!picture)
            return std::unexpected(std::move(picture.error()));
        picture->turned = copy->turned;
        return std::make_shared<const screen::video_picture>(std::move(*picture));
    };
    auto outcome = co_await worker_.run(std::move(call));
    if (!outcome && !is_superseded(newest))
        fall_behind();
    co_return outcome;
}

boost::asio::awaitable<result<decoded_picture>> stream_pictures::decode(time asked)
{
    const auto what = last_;
    const auto order = order_for(*what);
    if (copied_.stream == what->stream && copied_.number == what->number && copied_as_ == order)
        co_return copied_;
    const auto made = co_await work(std::exchange(waiting_, {}), order);
    if (!made)
        co_return std::unexpected(missing_picture());
    const auto now = steady::now();
    ages_.add(now - std::max(asked, what->arrived), now);
    copied_as_ = order;
    copied_ = {
        .video = *made, .stream = what->stream, .number = what->number, .shows = what->arrived};
    co_return copied_;
}

} // namespace thimble::device::media
