#include "device/wda/runner/interface_reader.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace thimble::device::wda {
namespace {

constexpr double largest_side = 10'000; // points; no screen is bigger

/// One action reads the interface several times, and is not held up by the same refusal each time.
constexpr std::chrono::seconds pause_after_refusal{15};

std::optional<double> side(const nlohmann::json& size, std::string_view name)
{
    const auto* found = member(size, name);
    if (found == nullptr || !found->is_number())
        return std::nullopt;
    const auto points = found->get<double>();
    return points > 0 && points <= largest_side ? std::optional(points) : std::nullopt;
}

failure malformed_report(std::string_view what)
{
    return {.what = problem::refused,
            .message = "WebDriverAgent reports no usable " + std::string(what) + ".",
            .cause = "malformed_answer"};
}

/// /rotation names the turn of the device in degrees around the axis that leaves the screen.
std::optional<screen::orientation> orientation_of_rotation(const nlohmann::json& rotation)
{
    const auto* z = member(rotation, "z");
    if (z == nullptr || !z->is_number())
        return std::nullopt;
    switch (std::lround(z->get<double>())) {
    case 0:
        return screen::orientation::portrait;
    case 90:
        return screen::orientation::landscape_right;
    case 180:
        return screen::orientation::upside_down;
    case 270:
        return screen::orientation::landscape_left;
    default:
        return std::nullopt;
    }
}

std::optional<screen::point_size> size_in(const nlohmann::json& value)
{
    const auto width = side(value, "width");
    const auto height = side(value, "height");
    if (!width || !height)
        return std::nullopt;
    return screen::point_size{.width = *width, .height = *height};
}

screen::point_size upright(screen::point_size size)
{
    return {.width = std::min(size.width, size.height),
            .height = std::max(size.width, size.height)};
}

screen::point_size turned_as(screen::point_size size, bool wide)
{
    const auto portrait = upright(size);
    return wide ? screen::point_size{.width = portrait.height, .height = portrait.width} : portrait;
}

bool equal_sizes(screen::point_size a, screen::point_size b)
{
    constexpr double half_a_point = 0.5;
    return std::abs(a.width - b.width) < half_a_point &&
           std::abs(a.height - b.height) < half_a_point;
}

bool is_wide(screen::point_size size)
{
    return size.width > size.height;
}

/// The runner's own app says so wherever it is in front; no screen that it runs on is that small.
bool is_of_runner(screen::point_size window)
{
    return equal_sizes(upright(window), {.width = 320, .height = 480});
}

} // namespace

boost::asio::awaitable<result<screen::point_size>> interface_reader::read_window(connection& over)
{
    auto parsed = parse_envelope(co_await over.exchange(get("/window/size", read_limit)));
    if (!parsed) {
        parsed.error().phone = reached::nothing; // a read
        co_return std::unexpected(std::move(parsed.error()));
    }
    session_.observe(parsed->session_id);
    const auto size = size_in(parsed->value);
    if (!size)
        co_return std::unexpected(malformed_report("window size"));
    co_return *size;
}

/// Costs a look at the home screen's tree: asked once for each runner. Without it, the window is
/// the best that is known.
boost::asio::awaitable<void> interface_reader::read_screen(connection& over)
{
    auto parsed = parse_envelope(co_await over.exchange(get("/wda/screen", read_limit)));
    if (!parsed) {
        has_screen_ = parsed.error().cause != "unknown command";
        screen_refused_at_ = std::chrono::steady_clock::now();
        co_return;
    }
    session_.observe(parsed->session_id);
    const auto* told = member(parsed->value, "screenSize");
    has_screen_ = told != nullptr; // an older runner may know the route, and no size of the screen
    if (const auto size = told == nullptr ? std::nullopt : size_in(*told))
        screen_ = upright(*size);
}

bool interface_reader::screen_refused_lately() const
{
    return screen_refused_at_ &&
           std::chrono::steady_clock::now() - *screen_refused_at_ < pause_after_refusal;
}

bool interface_reader::fills_screen(screen::point_size window) const
{
    return screen_ && equal_sizes(upright(window), *screen_);
}

/// The interface's size by a window that fills it, or where nothing better is known.
screen::point_size interface_reader::size_by(screen::point_size window) const
{
    if (screen_)
        return turned_as(*screen_, is_wide(window));
    return known_ && is_of_runner(window) ? known_->size : window;
}

/// Only a window that does not fill the screen can begin elsewhere than in its corner. The runner's
/// own says nothing of where it is.
boost::asio::awaitable<void> interface_reader::find_corner(connection& over,
                                                           screen::point_size window)
{
    result<screen::place> corner;
    if (screen_ && !fills_screen(window) && !is_of_runner(window))
        corner = co_await window_corner_.read(over);
    if (!corner)
        corner.error().phone = reached::nothing; // a read
    corner_ = std::move(corner);
}

boost::asio::awaitable<result<screen::point_size>> interface_reader::read_size(connection& over)
{
    const auto window = co_await read_window(over);
    if (!window)
        co_return window;
    co_await find_corner(over, *window);
    if (!screen_ || fills_screen(*window))
        co_return size_by(*window);
    const auto seen = co_await read_turn(over, *window);
    if (!seen)
        co_return std::unexpected(seen.error());
    co_return seen->size;
}

boost::asio::awaitable<result<screen::interface>> interface_reader::read(connection& over)
{
    const auto number = ++readings_;
    const auto window = co_await read_window(over);
    if (!window)
        co_return std::unexpected(window.error());
    co_return co_await read_by(over, number, *window);
}

boost::asio::awaitable<result<screen::interface>>
interface_reader::read_with_corner(connection& over)
{
    const auto number = ++readings_;
    const auto window = co_await read_window(over);
    if (!window)
        co_return std::unexpected(window.error());
    const auto seen = co_await read_by(over, number, *window); // which may be the first
    if (seen)
        co_await find_corner(over, *window);
    co_return seen;
}

boost::asio::awaitable<result<screen::interface>>
interface_reader::read_by(connection& over, std::uint64_t number, screen::point_size window)
{
    if (!screen_ && has_screen_ && !screen_refused_lately())
        co_await read_screen(over);
    const auto seen = co_await read_turn(over, window);
    if (seen && number > known_from_) { // else what is known is newer: somebody read beside this
        known_ = *seen;
        known_from_ = number;
    }
    co_return seen;
}

/// The interface may turn between the two questions: the size is what touches depend on, so an
/// orientation that contradicts a window of the whole screen is not believed. The shape of a
/// smaller window tells nothing.
boost::asio::awaitable<result<screen::interface>>
interface_reader::read_turn(connection& over, screen::point_size window)
{
    const auto told = co_await read_rotation(over);
    if (!told)
        co_return std::unexpected(told.error());
    if (screen_ && !fills_screen(window)) {
        const auto turned = told->value_or(known_ ? known_->turned : screen::orientation::portrait);
        co_return screen::interface{.size = turned_as(*screen_, is_landscape(turned)),
                                    .turned = turned};
    }
    const auto size = size_by(window);
    const auto shape =
        is_wide(size) ? screen::orientation::landscape_left : screen::orientation::portrait;
    const auto turned = told->value_or(shape);
    co_return screen::interface{.size = size,
                                .turned = is_landscape(turned) == is_wide(size) ? turned : shape};
}

/// Nothing where the runner does not know it.
boost::asio::awaitable<result<std::optional<screen::orientation>>>
interface_reader::read_rotation(connection& over)
{
    if (!has_rotation_)
        co_return std::nullopt;
    auto parsed = parse_envelope(co_await over.exchange(get("/rotation", read_limit)));
    if (!parsed && parsed.error().cause != "unknown command") {
        parsed.error().phone = reached::nothing; // a read
        co_return std::unexpected(std::move(parsed.error()));
    }
    has_rotation_ = parsed.has_value();
    co_return parsed ? orientation_of_rotation(parsed->value) : std::nullopt;
}

} // namespace thimble::device::wda
