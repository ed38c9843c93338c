#include "daemon/actions/observe.hpp"

#include "daemon/actions/frame.hpp"
#include "daemon/actions/refusals.hpp"
#include "daemon/actions/state.hpp"
#include "daemon/picture_pool.hpp"
#include "screen/conversion.hpp"
#include "screen/difference.hpp"

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// Small enough to be compared quickly, large enough for a switch to be seen.
constexpr int compared_edge = 672;

/// Less is a blinking cursor, or a minute that passes in the status bar.
constexpr double smallest_change = 0.001;

/// What was on the screen at one moment.
struct glance {
    device::captured_frame taken;
    screen::image small;
};

/// Runs on a thread of the pool, where nothing may be thrown; empty for what is no picture.
screen::image small_copy(const screen::picture& taken)
{
    try {
        return screen::reduced(taken, compared_edge).value_or(screen::image());
    } catch (const std::exception&) {
        return {};
    }
}

/// Nothing where no picture can be had.
asio::awaitable<std::optional<glance>> look_at(stage on)
{
    device::frame_source* frames = on.phone->frames();
    if (frames == nullptr)
        co_return std::nullopt;
    auto taken = co_await frames->capture();
    if (!taken || taken->picture.data == nullptr)
        co_return std::nullopt;
    auto work = [picture = taken->picture] { return small_copy(picture); };
    auto small = co_await on.pictures->run(std::move(work));
    if (small.size() == screen::pixel_size{})
        co_return std::nullopt;
    co_return glance{.taken = std::move(*taken), .small = std::move(small)};
}

bool differ(const glance& one, const glance& other)
{
    return screen::visible_difference(one.small, other.small) >= smallest_change;
}

struct settlement {
    glance last;
    bool settled = false; // two looks in a row saw the same
};

asio::awaitable<std::optional<settlement>> until_settled(stage on)
{
    const auto give_up = std::chrono::steady_clock::now() + on.patience;
    auto last = co_await look_at(on);
    while (last) {
        co_await pause_between_questions();
        auto next = co_await look_at(on);
        if (!next)
            co_return std::nullopt;
        const bool settled = !differ(*last, *next);
        if (settled || std::chrono::steady_clock::now() > give_up)
            co_return settlement{.last = std::move(*next), .settled = settled};
        last = std::move(next);
    }
    co_return std::nullopt;
}

link::effect effect_of(const std::optional<glance>& before, const settlement& after)
{
    if (!before)
        return link::effect::unknown;
    return differ(*before, after.last) ? link::effect::changed : link::effect::unchanged;
}

/// Adds what the screen shows now to what was done.
asio::awaitable<void> observe(stage on, const std::optional<glance>& before, performed& done)
{
    auto after = co_await until_settled(on);
    if (!after)
        co_return;
    if (!done.receipt)
        done.receipt.emplace();
    done.receipt->seen = effect_of(before, *after);
    auto frame = co_await make_frame(on, std::move(after->last.taken), link::screenshot{});
    if (!frame)
        co_return;
    auto& shown = done.receipt->frame.emplace();
    shown.space = frame->space;
    shown.captured_at = frame->captured_at;
    shown.settled = after->settled;
    done.frame = std::move(*frame);
}

/// Whether it came to its end. False when it was cancelled, of which the caller hears nothing more:
/// it must not wait for anything after that.
asio::awaitable<bool> unless_cancelled(asio::awaitable<void> work)
{
    try {
        co_await std::move(work);
    } catch (const boost::system::system_error& ended) {
        if (ended.code() != asio::error::operation_aborted)
            throw;
        co_return false;
    }
    co_return true;
}

asio::awaitable<void> look_into(std::optional<glance>& seen, stage on)
{
    seen = co_await look_at(std::move(on));
}

} // namespace

asio::awaitable<performance> perform_observed(stage on, link::action what)
{
    std::optional<glance> before;
    if (!co_await unless_cancelled(look_into(before, on)))
        co_return std::unexpected(withdrawn(link::outcome::not_sent));
    auto how = co_await perform(on, std::move(what));
    if (how)
        co_await unless_cancelled(observe(std::move(on), before, *how));
    co_return how;
}

} // namespace thimble::daemon
