#include "device/coredevice/driver/tunnel_orientation.hpp"

#include "async/sleep.hpp"
#include "device/coredevice/device_orientation.hpp"
#include "device/coredevice/malformed_answer.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds settle_limit{3}; // the turn is animated for less than a second
constexpr std::chrono::milliseconds picture_pause{100};
constexpr int most_turns = 5; // one that tells how the phone is held, and three at most after it

/// From each the next one to the left.
constexpr std::array to_the_left{screen::orientation::portrait, screen::orientation::landscape_left,
                                 screen::orientation::upside_down,
                                 screen::orientation::landscape_right};

std::size_t place_of(screen::orientation which)
{
    return static_cast<std::size_t>(std::ranges::find(to_the_left, which) - to_the_left.begin());
}

/// True where the shorter way leads to the left.
bool left_is_nearer(screen::orientation from, screen::orientation to)
{
    const auto quarters = (place_of(to) + to_the_left.size() - place_of(from)) % to_the_left.size();
    return quarters <= 2;
}

std::optional<screen::orientation> named(const std::string& name)
{
    if (name == "portrait")
        return screen::orientation::portrait;
    if (name == "landscapeLeft")
        return screen::orientation::landscape_left;
    if (name == "landscapeRight")
        return screen::orientation::landscape_right;
    if (name == "portraitUpsideDown")
        return screen::orientation::upside_down;
    return std::nullopt;
}

failure is_locked_in_place()
{
    return {.what = problem::refused,
            .phone = reached::all,
            .message = "The phone's rotation lock is on: switch it off in Control Center.",
            .cause = "rotation_locked"};
}

failure does_not_follow(screen::orientation wanted)
{
    return {.what = problem::refused,
            .phone = reached::all,
            .message = "The app in front does not turn to " +
                       std::string(screen::to_string(wanted)) +
                       ". Open one that does, or go on as it is.",
            .cause = "app_refuses"};
}

} // namespace

boost::asio::awaitable<result<void>> tunnel_orientation::turn(screen::orientation to)
{
    if (auto turned = co_await turn_phone(to); !turned)
        co_return turned;
    auto seen = tunnel_.offers(capability::frame) ? co_await until_pictured(to) : result<void>();
    co_await tunnel_.look_at_display(); // as it was told it may be older than the turn
    co_return seen;
}

boost::asio::awaitable<result<void>> tunnel_orientation::turn_phone(screen::orientation to)
{
    // A hand may have turned it since: where it is held now is only presumed.
    const auto presumed =
        std::exchange(held_, std::nullopt).value_or(screen::orientation::portrait);
    bool turned = false;
    for (int turns = 0; turns < most_turns && held_ != to; ++turns) {
        auto now = co_await turn_once(left_is_nearer(held_.value_or(presumed), to));
        if (!now) {
            if (turned && now.error().phone == reached::nothing)
                now.error().phone = reached::perhaps; // an earlier turn has
            co_return std::unexpected(std::move(now.error()));
        }
        turned = true;
        if (held_ == *now)
            co_return std::unexpected(is_locked_in_place());
        held_ = *now;
    }
    if (held_ != to)
        co_return std::unexpected(does_not_follow(to));
    co_return result<void>();
}

boost::asio::awaitable<result<screen::orientation>> tunnel_orientation::turn_once(bool left)
{
    auto answer = co_await tunnel_.call<device_orientation>("turn", [left](tunnel_session& by) {
        return turn_device(by.device, left ? turn_direction::left : turn_direction::right);
    });
    if (!answer)
        co_return std::unexpected(std::move(answer.error()));
    if (answer->locked)
        co_return std::unexpected(is_locked_in_place());
    const auto now = named(answer->non_flat.empty() ? answer->current : answer->non_flat);
    if (!now)
        co_return std::unexpected(malformed_answer("its orientation"));
    co_return *now;
}

/// By the picture's shape, which is all that it tells: a half turn looks like none.
boost::asio::awaitable<result<void>> tunnel_orientation::until_pictured(screen::orientation wanted)
{
    const auto give_up = std::chrono::steady_clock::now() + settle_limit;
    for (;;) {
        const auto seen = co_await frames_.capture();
        if (!seen)
            co_return result<void>(); // it has turned; nobody can see more
        const auto& size = seen->picture.size;
        if ((size.width > size.height) == screen::is_landscape(wanted))
            co_return result<void>();
        if (std::chrono::steady_clock::now() > give_up)
            co_return std::unexpected(does_not_follow(wanted));
        co_await async::sleep_for(picture_pause);
    }
}

} // namespace thimble::device::coredevice
