#include "device/wda/touch_player.hpp"

#include "device/wda/actions.hpp"

#include <chrono>
#include <cmath>

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds answer_limit{10}; // beyond the duration of the path itself
constexpr double half_a_point = 0.5;

bool same_size(screen::point_size a, screen::point_size b)
{
    return std::abs(a.width - b.width) < half_a_point &&
           std::abs(a.height - b.height) < half_a_point;
}

} // namespace

boost::asio::awaitable<result<void>> touch_player::play(gesture::touch_path path,
                                                        screen::interface made_for)
{
    const input_under_way mark(runner_);
    auto played = co_await refuse_if_stale(made_for);
    if (played)
        played = co_await send(path);
    if (!played && played.error().what != problem::stale_frame)
        played = std::unexpected(co_await runner_.explain(std::move(played.error())));
    co_return played;
}

/// Asked before each touch: the answer shows a turned interface, and a session that somebody else
/// has replaced, in the one round trip. A half turn leaves the size, and every point, as it was.
boost::asio::awaitable<result<void>> touch_player::refuse_if_stale(screen::interface made_for)
{
    const auto size = co_await runner_.interface.read_size(runner_.input);
    if (!size)
        co_return std::unexpected(size.error());
    const auto& known = runner_.interface.known();
    if (!known || !same_size(*size, known->size)) {
        if (const auto read = co_await runner_.interface.read(runner_.input); !read)
            co_return std::unexpected(read.error());
        runner_.options.suspect();
    }
    if (same_size(known->size, made_for.size) && known->turned == made_for.turned)
        co_return result<void>{};
    co_return std::unexpected(
        failure{.what = problem::stale_frame,
                .message = "The interface has turned since the picture that was touched.",
                .cause = "interface_changed"});
}

boost::asio::awaitable<result<void>> touch_player::send(const gesture::touch_path& path)
{
    const auto played = co_await runner_.send(
        {.route = "/actions", .body = actions_of(path), .limit = path.duration() + answer_limit});
    if (!played)
        co_return std::unexpected(played.error());
    co_return result<void>{};
}

} // namespace thimble::device::wda
