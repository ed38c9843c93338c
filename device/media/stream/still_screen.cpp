#include "device/media/stream/still_screen.hpp"

#include "async/sleep.hpp"

#include <utility>

namespace thimble::device::media {
namespace {

using steady = std::chrono::steady_clock;

bool same_picture(const screen::picture& one, const screen::picture& other)
{
    return one.data != nullptr && other.data != nullptr && *one.data == *other.data;
}

} // namespace

boost::asio::awaitable<void> watch_still_screen(screen_stream& stream, frame_source& captures)
{
    std::optional<screen::picture> before;
    for (;;) {
        co_await stream.until_followed();
        if (const auto until = stream.trusted_until(); steady::now() < until) {
            before.reset();
            co_await async::sleep_until(until);
            continue; // it may have moved meanwhile
        }
        const auto begun = steady::now();
        auto taken = co_await captures.capture();
        if (taken && before && !same_picture(*before, taken->picture)) {
            before.reset();
            stream.wake();
        } else if (taken) {
            before = std::move(taken->picture);
            stream.note_still(begun);
        }
        co_await async::sleep_for(stream.timing().between_looks);
    }
}

} // namespace thimble::device::media
