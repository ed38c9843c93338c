#include "daemon/actions/observe.hpp"

#include "daemon/actions/frame.hpp"
#include "daemon/actions/state.hpp"
#include "daemon/picture_pool.hpp"
#include "screen/difference.hpp"
#include "screen/png.hpp"
#include "screen/scale.hpp"

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
screen::image reduced(const screen::picture& taken)
{
    try {
        const auto whole = screen::decode_png(*taken.data);
        return whole ? screen::scaled(*whole, screen::scaled_size(whole->size(), compared_edge))
                     : screen::image();
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
    auto work = [picture = taken->picture] { return reduced(picture); };
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

} // namespace

asio::awaitable<performance> perform_observed(stage on, link::action what)
{
    const auto before = co_await look_at(on);
    auto how = co_await perform(on, std::move(what));
    if (!how)
        co_return how;
    auto after = co_await until_settled(on);
    if (!after)
        co_return how;
    if (!how->receipt)
        how->receipt.emplace();
    how->receipt->seen = effect_of(before, *after);
    auto frame = co_await make_frame(on, std::move(after->last.taken), link::screenshot{});
    if (!frame)
        co_return how;
    auto& shown = how->receipt->frame.emplace();
    shown.space = frame->space;
    shown.captured_at = frame->captured_at;
    shown.settled = after->settled;
    how->frame = std::move(*frame);
    co_return how;
}

} // namespace thimble::daemon
