#include "device/wda/interface_reader.hpp"

#include <chrono>
#include <cmath>

namespace thimble::device::wda {
namespace {

constexpr double largest_side = 10'000; // points; no screen is bigger

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

} // namespace

boost::asio::awaitable<result<screen::point_size>> interface_reader::read_size(connection& over)
{
    auto parsed = parse_envelope(co_await over.exchange(get("/window/size", read_limit)));
    if (!parsed) {
        parsed.error().phone = reached::nothing; // a read
        co_return std::unexpected(std::move(parsed.error()));
    }
    session_.observe(parsed->session_id);
    const auto width = side(parsed->value, "width");
    const auto height = side(parsed->value, "height");
    if (!width || !height)
        co_return std::unexpected(malformed_report("window size"));
    co_return screen::point_size{.width = *width, .height = *height};
}

boost::asio::awaitable<result<screen::interface>> interface_reader::read(connection& over)
{
    const auto number = ++readings_;
    const auto size = co_await read_size(over);
    if (!size)
        co_return std::unexpected(size.error());
    const auto turned = co_await read_orientation(over, *size);
    if (!turned)
        co_return std::unexpected(turned.error());
    const screen::interface seen{.size = *size, .turned = *turned};
    if (number > known_from_) { // else what is known is newer: somebody read beside this
        known_ = seen;
        known_from_ = number;
    }
    co_return seen;
}

/// The interface may turn between the two questions: the size is what touches depend on, so an
/// orientation that contradicts it is not believed.
boost::asio::awaitable<result<screen::orientation>>
interface_reader::read_orientation(connection& over, screen::point_size size)
{
    const bool wide = size.width > size.height;
    const auto shape = wide ? screen::orientation::landscape_left : screen::orientation::portrait;
    if (!has_rotation_)
        co_return shape;
    auto parsed = parse_envelope(co_await over.exchange(get("/rotation", read_limit)));
    if (!parsed && parsed.error().cause != "unknown command")
        co_return std::unexpected(std::move(parsed.error()));
    if (!parsed) {
        has_rotation_ = false;
        co_return shape;
    }
    const auto turned = orientation_of_rotation(parsed->value).value_or(shape);
    co_return is_landscape(turned) == wide ? turned : shape;
}

} // namespace thimble::device::wda
