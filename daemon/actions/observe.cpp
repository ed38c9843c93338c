#include "daemon/actions/observe.hpp"

#include "async/deadline.hpp"
#include "daemon/actions/frame.hpp"
#include "daemon/frames/phone_frames.hpp"
#include "daemon/frames/picture_pool.hpp"
#include "daemon/frames/screen_space.hpp"
#include "daemon/report/refusals.hpp"
#include "screen/conversion.hpp"
#include "screen/difference.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace thimble::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

/// Small enough to be compared quickly, large enough for a switch to be seen.
constexpr int compared_edge = 672;

/// Less is a blinking cursor, or a minute that passes in the status bar.
constexpr double smallest_change = 0.001;

/// A screen that has been still for so long has settled. Between the parts of an animation there
/// is less.
constexpr std::chrono::milliseconds stillness{200};

/// Between two looks: the phone has other things to do.
constexpr std::chrono::milliseconds look_pause{60};

/// Of a picture that is taken for a look.
constexpr std::chrono::minutes longest_age{1};

/// The picture and the space that it shows.
struct capture {
    device::captured_frame taken;
    link::coordinate_space space;
};

/// With a small copy for comparing; looks at the same picture share it.
struct look {
    capture at;
    std::shared_ptr<const screen::image> small;
    steady_clock::time_point captured_at; // on a clock that nobody sets
};

steady_clock::time_point steady_time_of(std::chrono::system_clock::time_point captured)
{
    const auto age = std::chrono::system_clock::now() - captured;
    return steady_clock::now() -
           std::clamp<steady_clock::duration>(age, steady_clock::duration::zero(), longest_age);
}

asio::awaitable<void> pause_between_looks()
{
    asio::steady_timer timer(co_await asio::this_coro::executor, look_pause);
    co_await timer.async_wait(asio::use_awaitable);
}

/// Nothing where no picture can be had. Never one that the phone has pushed: those are compressed
/// by so much that next to a capture the whole screen seems to have changed a little.
asio::awaitable<std::optional<capture>> take_picture(action_context on)
{
    if (on.frames == nullptr)
        co_return std::nullopt;
    auto taken = co_await on.frames->capture(freshness::fresh);
    if (!taken || taken->picture.empty())
        co_return std::nullopt;
    const auto size = taken->picture.size;
    if (size.width <= 0 || size.height <= 0)
        co_return std::nullopt;
    const auto space = space_of(size, on.phone->facts());
    co_return capture{.taken = std::move(*taken), .space = space};
}

/// Nothing where it takes longer than anybody would wait, either.
asio::awaitable<std::optional<capture>> take_picture_in_time(action_context on)
{
    const auto limit = on.timeout;
    auto taken = co_await async::with_timeout(limit, take_picture(std::move(on)));
    co_return std::move(taken).value_or(std::nullopt);
}

/// Runs on a thread of the pool, where nothing may be thrown; nullptr for what is no picture.
std::shared_ptr<const screen::image> small_copy(const screen::picture& of)
{
    try {
        auto small = screen::reduced(of, compared_edge);
        return small ? std::make_shared<const screen::image>(std::move(*small)) : nullptr;
    } catch (const std::exception&) {
        return nullptr;
    }
}

/// As most pictures of a screen that stands still are.
bool is_the_same(const screen::picture& one, const screen::picture& other)
{
    if (one.video != nullptr || other.video != nullptr) // which has no bytes to be compared
        return one.video == other.video;
    return one.data == other.data || *one.data == *other.data;
}

/// `before` spares the work where the phone has sent the same picture again.
asio::awaitable<std::optional<look>>
look_at(action_context on, std::optional<capture> what, std::optional<look> before = {})
{
    if (!what)
        co_return std::nullopt;
    const auto captured_at = steady_time_of(what->taken.captured_at);
    auto work = [picture = what->taken.picture, before = std::move(before)] {
        const bool again = before && is_the_same(before->at.taken.picture, picture);
        return again ? before->small : small_copy(picture);
    };
    auto small = co_await on.pictures->run(std::move(work));
    if (small == nullptr)
        co_return std::nullopt;
    co_return look{.at = std::move(*what), .small = std::move(small), .captured_at = captured_at};
}

/// All of a screenshot.
screen::area whole(const link::coordinate_space& space)
{
    return {.width = space.size.width, .height = space.size.height};
}

screen::coded coding_of(const screen::picture& one, const screen::picture& other)
{
    const bool alike = (one.video == nullptr) == (other.video == nullptr);
    return alike ? screen::coded::alike : screen::coded::differently;
}

/// All that looks different, in pixels of the screenshot; nothing where no change is to be seen.
/// Runs on a thread of the pool.
std::optional<screen::area> region_of_change(const look& before, const look& after)
{
    const auto& space = after.at.space;
    if (before.at.space != space)
        return whole(space);
    const auto how = coding_of(before.at.taken.picture, after.at.taken.picture);
    if (before.small == after.small ||
        screen::visible_difference(*before.small, *after.small, how) < smallest_change)
        return std::nullopt;
    const auto changed = screen::changed_area(*before.small, *after.small, how);
    return changed ? std::optional(screen::mapped(*changed, after.small->size(), space.size))
                   : std::nullopt;
}

asio::awaitable<std::optional<screen::area>> compare(action_context on, look before, look after)
{
    auto work = [before = std::move(before), after = std::move(after)] {
        return region_of_change(before, after);
    };
    return on.pictures->run(std::move(work));
}

struct settlement {
    look last;
    bool settled = false;
};

/// Settled is what looks alike in all pictures of some time. Each is compared with the first of
/// them, so that what moves slowly has not settled. Nothing where there was no picture in time.
asio::awaitable<std::optional<settlement>> until_settled(action_context on,
                                                         std::chrono::milliseconds limit)
{
    const auto give_up = steady_clock::now() + limit;
    auto first = co_await look_at(on, co_await take_picture_in_time(on));
    if (!first)
        co_return std::nullopt;
    settlement seen{.last = *first};
    while (!seen.settled) {
        co_await pause_between_looks();
        if (steady_clock::now() >= give_up)
            break;
        auto next = co_await look_at(on, co_await take_picture_in_time(on), seen.last);
        if (!next)
            break;
        seen.last = std::move(*next);
        if (co_await compare(on, *first, seen.last))
            first = seen.last;
        seen.settled = seen.last.captured_at - first->captured_at >= stillness;
    }
    co_return seen;
}

/// Adds what the screen shows now to what was done.
asio::awaitable<void> observe(action_context on, std::optional<capture> before, action_result& done)
{
    auto after = co_await until_settled(on, on.timeout);
    if (!after)
        co_return;
    const auto then = co_await look_at(on, std::move(before), after->last);
    const auto region = then ? co_await compare(on, *then, after->last) : std::nullopt;
    auto frame = co_await make_frame(on, after->last.at.taken, link::screenshot{});
    if (!done.receipt)
        done.receipt.emplace();
    if (then && !done.locked_meanwhile)
        done.receipt->seen = region ? link::effect::changed : link::effect::unchanged;
    if (!frame)
        co_return;
    frame->space = after->last.at.space; // of the time when it was captured
    auto& shown = done.receipt->frame.emplace();
    shown.space = frame->space;
    shown.captured_at = frame->captured_at;
    shown.settled = after->settled;
    if (then)
        shown.changed = region.has_value();
    shown.region = region;
    done.frame = std::move(*frame);
}

/// True if it came to its end. False when it was cancelled, of which the caller hears nothing more:
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

asio::awaitable<void> take_into(std::optional<capture>& taken, action_context on)
{
    taken = co_await take_picture_in_time(std::move(on));
}

} // namespace

asio::awaitable<action_outcome> perform_one(action_context on, link::settle what)
{
    if (on.phone->frames() == nullptr)
        co_return std::unexpected(unsupported(*on.phone, link::settle::name));
    const auto seen = co_await until_settled(on, what.limit);
    action_result done;
    done.value["settled"] = seen && seen->settled;
    co_return done;
}

asio::awaitable<action_outcome> perform_observed(action_context on, link::action what)
{
    std::optional<capture> before; // it is looked at afterwards: the action need not wait for that
    if (!co_await unless_cancelled(take_into(before, on)))
        co_return std::unexpected(withdrawn(link::outcome::not_sent));
    auto how = co_await perform(on, std::move(what));
    if (how)
        co_await unless_cancelled(observe(std::move(on), std::move(before), *how));
    co_return how;
}

} // namespace thimble::daemon
