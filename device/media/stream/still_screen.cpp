#include "device/media/stream/still_screen.hpp"

#include "async/sleep.hpp"

#include <chrono>
#include <optional>
#include <utility>

namespace thimble::device::media {
namespace {

/// A capture of the screen at a time when the stream's newest picture was known to show it.
struct known_look {
    screen::picture picture;
    std::optional<screen_stream::time> newest; // when that picture of the stream came
};

bool same_picture(const screen::picture& one, const screen::picture& other)
{
    return one.data != nullptr && other.data != nullptr && *one.data == *other.data;
}

} // namespace

/// A stream that ended before it was looked at, or that cannot be trusted then, may have missed
/// what the screen did: it is started again, though only once for each of its newest pictures.
boost::asio::awaitable<void> watch_still_screen(screen_stream& stream, frame_source& captures)
{
    std::optional<known_look> known;
    std::optional<screen_stream::time> woken_for;
    const auto ahead = stream.timing().look_ahead;
    for (;;) {
        co_await stream.until_followed();
        const auto begun = std::chrono::steady_clock::now();
        if (const auto until = stream.trusted_until(); begun + ahead < until) {
            co_await async::sleep_until(until - ahead);
            continue; // it may have moved meanwhile
        }
        const bool trusted = stream.is_trusted(begun);
        const auto newest = stream.newest_at();
        auto taken = co_await captures.capture();
        if (taken && stream.newest_at() == newest) {
            if (trusted)
                known = known_look{.picture = std::move(taken->picture), .newest = newest};
            else if (known &&
                     (known->newest != newest || !same_picture(known->picture, taken->picture)))
                known.reset();
            if (known)
                stream.note_still(begun);
            else if (std::exchange(woken_for, newest) != newest)
                stream.wake();
        }
        co_await async::sleep_for(stream.timing().between_looks);
    }
}

} // namespace thimble::device::media
