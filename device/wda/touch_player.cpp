#include "device/wda/touch_player.hpp"

#include "device/wda/actions.hpp"

#include <chrono>
#include <cmath>
#include <utility>

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds touch_margin{10}; // beyond the duration of the path itself
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
    command sent{
        .route = "/actions", .body = actions_of(path), .limit = path.duration() + touch_margin};
    auto played = co_await refuse_if_stale(made_for);
    if (played)
        played = co_await send(std::move(sent));
    if (!played && played.error().what != problem::stale_frame)
        played = std::unexpected(co_await runner_.explain(std::move(played.error())));
    co_return played;
}

/// The look of play(), begun when its touch was announced. While another input is under way it
/// would see how things are before that has ended.
boost::asio::awaitable<void> touch_player::look_ahead()
{
    if (looking_early_ || runner_.inputs_under_way > 0)
        co_return;
    struct looking {
        touch_player& self;
        explicit looking(touch_player& by) : self(by) { self.looking_early_ = true; }
        looking(const looking&) = delete;
        looking& operator=(const looking&) = delete;
        ~looking()
        {
            self.looking_early_ = false;
            self.looked_.notify_all();
        }
    } const mark(*this);
    early_ = early_look{.began = std::chrono::steady_clock::now(),
                        .inputs_before = runner_.inputs_begun,
                        .seen = {}};
    if (const auto size = co_await runner_.interface.read_size(runner_.input))
        early_->seen = *size;
}

/// What was seen early, once; nothing if another input has come in between, or too much time.
std::optional<screen::point_size> touch_player::seen_early()
{
    const auto early = std::exchange(early_, std::nullopt);
    if (!early || early->inputs_before + 1 != runner_.inputs_begun)
        return std::nullopt;
    if (std::chrono::steady_clock::now() - early->began > runner_.options.early_look_limit)
        return std::nullopt;
    return early->seen;
}

boost::asio::awaitable<result<screen::point_size>> touch_player::look()
{
    while (looking_early_)
        co_await looked_.wait();
    if (const auto size = seen_early())
        co_return *size;
    co_return co_await runner_.interface.read_size(runner_.input);
}

/// Asked before each touch: the answer shows a turned interface, and a session that somebody else
/// has replaced, in the one round trip. A half turn leaves the size, and every point, as it was.
boost::asio::awaitable<result<void>> touch_player::refuse_if_stale(screen::interface made_for)
{
    const auto size = co_await look();
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
    // Whoever is refused shall find the new interface in the facts, also where a look that is still
    // under way was the first to see it.
    runner_.options.suspect();
    co_return std::unexpected(
        failure{.what = problem::stale_frame,
                .message = "The interface has turned since the picture that was touched.",
                .cause = "interface_changed"});
}

boost::asio::awaitable<result<void>> touch_player::send(command path)
{
    const auto played = co_await runner_.send(std::move(path));
    if (!played)
        co_return std::unexpected(played.error());
    co_return result<void>{};
}

} // namespace thimble::device::wda
