#include "device/wda/touch_player.hpp"

#include "device/wda/actions.hpp"

#include <chrono>
#include <cmath>
#include <utility>

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds touch_margin{10}; // beyond the duration of the path itself
constexpr double half_a_point = 0.5;
constexpr int first_landscape_number = 3; // as iOS counts orientations

bool same_size(screen::point_size a, screen::point_size b)
{
    return std::abs(a.width - b.width) < half_a_point &&
           std::abs(a.height - b.height) < half_a_point;
}

/// The path with its places counted from the corner of a window.
command path_command(gesture::touch_path path, screen::place corner)
{
    for (auto& contact : path.contacts)
        for (auto& sample : contact.samples)
            sample.where = {.x = sample.where.x - corner.x, .y = sample.where.y - corner.y};
    return {.route = "/actions", .body = actions_of(path), .limit = path.duration() + touch_margin};
}

/// Somebody else has made a session in the meantime, and for sure this one played nothing.
bool of_another_session(const failure& what)
{
    return what.cause == "invalid session id" && what.phone == reached::nothing;
}

} // namespace

boost::asio::awaitable<result<void>> touch_player::play(gesture::touch_path path,
                                                        screen::interface made_for)
{
    co_return co_await play_as({.path = std::move(path), .made_for = made_for});
}

boost::asio::awaitable<result<void>> touch_player::play_unrecorded(gesture::touch_path path,
                                                                   screen::interface made_for)
{
    co_return co_await play_as(
        {.path = std::move(path), .made_for = made_for, .confidential = true});
}

boost::asio::awaitable<result<void>> touch_player::play_as(asked_path what)
{
    const input_under_way mark(runner_);
    auto played = co_await send_if_fresh(what);
    if (!played && of_another_session(played.error())) {
        if (auto looked = co_await runner_.look_at_session(); !looked)
            played = std::move(looked);
        else
            played = co_await send_if_fresh(what);
    }
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
    early_.begin(runner_.inputs_begun);
    if (const auto size = co_await look_once())
        early_.end(*size, std::chrono::steady_clock::now());
}

boost::asio::awaitable<result<screen::point_size>> touch_player::look()
{
    while (looking_early_)
        co_await looked_.wait();
    if (const auto size = early_.take(runner_.inputs_begun, std::chrono::steady_clock::now()))
        co_return *size;
    co_return co_await look_once();
}

/// The size of the window costs a look into the app in front. A fresh sight of the interface and
/// the home screen's service together tell as much: the size of the screen does not depend on the
/// app.
boost::asio::awaitable<result<screen::point_size>> touch_player::look_once()
{
    if (co_await stands_as_seen())
        co_return runner_.interface.known()->size;
    const auto asked = std::chrono::steady_clock::now();
    const auto size = co_await runner_.interface.read_size(runner_.input);
    if (size)
        runner_.note_shape({.at = asked, .wide = size->width > size->height});
    co_return size;
}

/// True where the interface was seen just now as it is known.
bool touch_player::sight_confirms() const
{
    const auto& known = runner_.interface.known();
    const auto& seen = runner_.newest_shape;
    return known && seen && runner_.interface.knows_screen() &&
           seen->wide == is_landscape(known->turned) &&
           std::chrono::steady_clock::now() - seen->at < runner_.options.fresh_sight;
}

/// Does not ask which session lives: a touch under one that somebody else has replaced is refused
/// before anything is played, and is then sent under the living one.
boost::asio::awaitable<bool> touch_player::stands_as_seen()
{
    if (!runner_.options.orientation_number || !sight_confirms() || runner_.may_have_windows())
        co_return false;
    const auto number = co_await runner_.options.orientation_number();
    if (!number || !sight_confirms()) // what was seen may be forgotten by now
        co_return false;
    co_return (*number >= first_landscape_number) == runner_.newest_shape->wide;
}

/// The look has told where the window in front begins.
boost::asio::awaitable<result<void>> touch_player::send_if_fresh(const asked_path& what)
{
    if (auto fresh = co_await refuse_if_stale(what.made_for); !fresh)
        co_return fresh;
    const auto& corner = runner_.interface.window_corner();
    if (!corner)
        co_return std::unexpected(corner.error());
    auto sent = path_command(what.path, *corner);
    sent.confidential = what.confidential;
    const auto played = co_await runner_.send(std::move(sent));
    if (!played)
        co_return std::unexpected(played.error());
    co_return result<void>{};
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
        if (const auto read = co_await runner_.interface.read_with_corner(runner_.input); !read)
            co_return std::unexpected(read.error());
        runner_.options.suspect();
    }
    if (same_size(known->size, made_for.size) && known->turned == made_for.turned)
        co_return result<void>{};
    // A caller that is refused shall find the new interface in the facts, also where a look that is
    // still under way was the first to see it.
    runner_.options.suspect();
    co_return std::unexpected(
        failure{.what = problem::stale_frame,
                .message = "The interface has turned since the picture that was touched.",
                .cause = "interface_changed"});
}

} // namespace thimble::device::wda
