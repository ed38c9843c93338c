#include "device/wda/runner/window_corner.hpp"

#include "device/wda/runner/identifier.hpp"

#include <cmath>
#include <utility>

namespace thimble::device::wda {
namespace {

constexpr double farthest_corner = 10'000; // points; no window is farther outside

failure no_usable(std::string_view what)
{
    return {.what = problem::refused,
            .message = "WebDriverAgent reports no usable " + std::string(what) + ".",
            .cause = "malformed_answer"};
}

result<screen::place> corner_in(const nlohmann::json& value)
{
    const auto* x = member(value, "x");
    const auto* y = member(value, "y");
    if (x == nullptr || y == nullptr || !x->is_number() || !y->is_number())
        return std::unexpected(no_usable("place of the window"));
    const screen::place corner{.x = x->get<double>(), .y = y->get<double>()};
    if (std::abs(corner.x) > farthest_corner || std::abs(corner.y) > farthest_corner)
        return std::unexpected(no_usable("place of the window"));
    return corner;
}

} // namespace

/// Runners before 9.3 tell the rectangles of elements alone, of which the app is one.
boost::asio::awaitable<result<screen::place>> window_corner::read(connection& over)
{
    if (!has_rectangle_)
        co_return co_await read_of_app(over);
    const auto told = co_await ask(over, "/window/rect");
    if (told)
        co_return corner_in(*told);
    if (told.error().cause != "unknown command")
        co_return std::unexpected(told.error());
    has_rectangle_ = false;
    co_return co_await read_of_app(over);
}

boost::asio::awaitable<result<screen::place>> window_corner::read_of_app(connection& over)
{
    const nlohmann::json search{{"using", "class name"}, {"value", "XCUIElementTypeApplication"}};
    const auto found = co_await ask(over, "/element", search.dump());
    if (!found)
        co_return std::unexpected(found.error());
    const auto id = string_member(*found, "ELEMENT");
    if (!fits_a_path(id))
        co_return std::unexpected(no_usable("element"));
    const auto told = co_await ask(over, "/element/" + id + "/rect");
    if (!told)
        co_return std::unexpected(told.error());
    co_return corner_in(*told);
}

/// Somebody else may have made another session: a question is asked again under the living one.
boost::asio::awaitable<result<nlohmann::json>>
window_corner::ask(connection& over, std::string route, std::string body)
{
    for (bool again = false;; again = true) {
        const auto session = co_await session_.ensure();
        if (!session)
            co_return std::unexpected(session.error());
        auto path = "/session/" + *session + route;
        auto question = body.empty() ? get(std::move(path), read_limit)
                                     : post_once(std::move(path), body, read_limit);
        auto told = parse_envelope(co_await over.exchange(std::move(question)));
        if (told)
            co_return std::move(told->value);
        if (again || told.error().cause != "invalid session id")
            co_return std::unexpected(std::move(told.error()));
        session_.forget();
    }
}

} // namespace thimble::device::wda
