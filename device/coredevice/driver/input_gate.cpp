#include "device/coredevice/driver/input_gate.hpp"

#include "async/deadline.hpp"
#include "async/sleep.hpp"

#include <utility>

namespace thimble::device::coredevice {
namespace {

failure effect_not_seen(bool looked)
{
    return {.what = problem::refused,
            .phone = reached::perhaps,
            .message = looked ? "The phone was told, and its screen did not change: the input may "
                                "have landed without a visible effect, or not at all. Look at the "
                                "screen before sending it again."
                              : "The phone was told, and its screen cannot be seen well enough to "
                                "say that the input has landed. Look at it before sending it "
                                "again.",
            .cause = "effect_not_seen"};
}

failure stream_late()
{
    return {.what = problem::timed_out,
            .message = "The phone has not started a stream of its screen in time.",
            .cause = "stream_silent"};
}

/// Without it nothing would land, so nothing is sent.
failure no_stream(failure why)
{
    return {.what = why.what == problem::detached ? problem::detached : problem::refused,
            .message = "The phone takes touches only while it streams its screen, and the stream "
                       "did not start: " +
                       why.message,
            .cause = "media_stream_missing"};
}

} // namespace

effect_gate::effect_gate(const boost::asio::any_io_executor& home,
                         gate_options options,
                         std::function<std::optional<touch_gate_key>()> key)
    : options_(std::move(options)), key_(std::move(key)), judging_(home)
{
}

std::optional<touch_gate> effect_gate::remembered() const
{
    const auto key = key_();
    if (!key)
        return std::nullopt;
    if (options_.memory)
        return options_.memory->find(*key);
    return found_ && found_->first == *key ? std::optional(found_->second) : std::nullopt;
}

/// Of a phone that needs a stream and has none, nothing is known: each input is judged.
std::optional<touch_gate> effect_gate::finding() const
{
    const auto found = remembered();
    if (found == touch_gate::needs_stream && media() == nullptr)
        return std::nullopt;
    return found;
}

void effect_gate::remember(touch_gate what)
{
    const auto key = key_();
    if (!key)
        return;
    if (options_.memory)
        options_.memory->remember(*key, what);
    else
        found_.emplace(*key, what);
}

/// With a stream that was not needed nothing is lost. A gate that is taken for open loses all that
/// is sent from then on, so that one screen which has changed by itself must not be enough for it.
void effect_gate::note_effect(bool streamed)
{
    wants_stream_ = false;
    const auto before = std::exchange(seen_without_stream_, std::nullopt);
    const auto key = key_();
    if (streamed)
        remember(touch_gate::needs_stream);
    else if (key && before == key)
        remember(touch_gate::open);
    else
        seen_without_stream_ = key;
}

boost::asio::awaitable<void> effect_gate::prepare_lifting()
{
    if (remembered() == touch_gate::open)
        co_return;
    co_await until_offered();
    if (remembered() != touch_gate::open) // the key is known by now
        co_await start_stream(options_.times.start_for_lifting);
}

boost::asio::awaitable<void> effect_gate::until_offered() const
{
    const auto give_up = clock::now() + options_.times.offer;
    while (media() == nullptr && clock::now() < give_up)
        co_await async::sleep_for(options_.times.look_pause);
}

boost::asio::awaitable<result<void>> effect_gate::pass(send_input send)
{
    if (remembered() == touch_gate::needs_stream)
        co_await until_offered();
    if (!finding()) {
        const auto turn = co_await judging_.take();
        if (!finding()) // nobody has found it meanwhile
            co_return co_await judge(std::move(send));
    }
    if (finding() != touch_gate::needs_stream)
        co_return co_await send();
    const auto held = hold();
    if (auto started = co_await start_stream(); !started)
        co_return std::unexpected(no_stream(std::move(started.error())));
    co_return co_await send();
}

/// So that no stream ends under a finger that is down: its lifting would be dropped.
async::subscription effect_gate::hold() const
{
    auto* const stream = media();
    return stream != nullptr ? stream->hold() : nullptr;
}

boost::asio::awaitable<void> effect_gate::prepare()
{
    if (finding() == touch_gate::needs_stream || (!finding() && wants_stream_))
        co_await start_stream(); // one that fails shows with the input
}

bool effect_gate::streamed_since(std::chrono::steady_clock::time_point began) const
{
    const auto* const stream = media();
    if (remembered() != touch_gate::needs_stream || stream == nullptr)
        return true;
    const auto since = stream->sends_since();
    return since && *since <= began;
}

boost::asio::awaitable<bool> effect_gate::revive_stream()
{
    const auto started = co_await start_stream();
    co_return started.has_value();
}

boost::asio::awaitable<result<void>> effect_gate::start_stream(std::chrono::milliseconds within)
{
    auto started = co_await async::with_timeout(within, until_stream_runs());
    co_return started ? std::move(*started) : std::unexpected(stream_late());
}

boost::asio::awaitable<result<void>> effect_gate::until_stream_runs()
{
    auto* const stream = media();
    if (stream == nullptr)
        co_return std::unexpected(failure{.what = problem::unsupported,
                                          .message = "There is no stream of this phone.",
                                          .cause = {}});
    result<void> started;
    if (!stream->sends_since())
        started = co_await stream->start();
    if (started)
        co_await until_stream_settled();
    co_return started;
}

/// Somebody else may have started it a moment ago.
boost::asio::awaitable<void> effect_gate::until_stream_settled() const
{
    const auto* const stream = media();
    if (const auto since = stream != nullptr ? stream->sends_since() : std::nullopt)
        co_await async::sleep_until(*since + options_.times.settle);
}

boost::asio::awaitable<result<void>> effect_gate::judge(send_input send)
{
    const auto before = co_await look_twice();
    // Without one it is as the time before; one that a look has begun is there in a moment.
    if (wants_stream_ || (media() != nullptr && media()->is_starting()))
        co_await start_stream();
    co_await until_stream_settled();
    const auto held = hold();
    const auto* const stream = media();
    const bool streamed = stream != nullptr && stream->sends_since();
    if (auto sent = co_await send(); !sent)
        co_return sent;
    if (before && co_await shows_effect(*before)) {
        note_effect(streamed);
        co_return result<void>();
    }
    wants_stream_ = true;
    seen_without_stream_.reset();
    co_await start_stream(options_.times.start_for_next);
    co_return std::unexpected(effect_not_seen(before.has_value()));
}

boost::asio::awaitable<std::optional<screen_sight>> effect_gate::look() const
{
    if (!options_.look)
        co_return std::nullopt;
    co_return co_await options_.look();
}

boost::asio::awaitable<std::optional<still_screen>> effect_gate::look_twice() const
{
    const auto first = co_await look();
    if (!first)
        co_return std::nullopt;
    co_await async::sleep_for(options_.times.look_pause);
    const auto second = co_await look();
    if (!second)
        co_return std::nullopt;
    const still_screen before(*first, *second);
    co_return before.usable() ? std::optional(before) : std::nullopt;
}

/// A look that fails tells nothing.
boost::asio::awaitable<bool> effect_gate::shows_effect(const still_screen& before) const
{
    const auto give_up = clock::now() + options_.times.effect;
    for (;;) {
        const auto now = co_await look();
        if (now && before.changed_in(*now))
            co_return true;
        if (clock::now() > give_up)
            co_return false;
        co_await async::sleep_for(options_.times.look_pause);
    }
}

} // namespace thimble::device::coredevice
