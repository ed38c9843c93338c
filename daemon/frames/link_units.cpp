#include "daemon/frames/link_units.hpp"

#include "daemon/frames/screen_space.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

using std::chrono::system_clock;

/// A clock that was set back by more has times begin anew.
constexpr std::chrono::seconds most_out_of_order{1};

/// The same moment on the clock on the wall.
system_clock::time_point wall_time(link_units::time when)
{
    return system_clock::now() - std::chrono::duration_cast<system_clock::duration>(
                                     link_units::time::clock::now() - when);
}

/// Pixels of the decoded picture that a screenshot has.
screen::pixel_size picture_of(const device::video_format& format, const device::phone_facts& facts)
{
    if (facts.panel && device::is_padded(format, *facts.panel))
        return *facts.panel;
    return {.width = format.shown.width, .height = format.shown.height};
}

/// From the panel in portrait. A picture that is wider than high has been turned by the phone.
link::upright_turn turn_of(screen::pixel_size picture, const device::phone_facts& facts)
{
    if (!facts.interface || picture.width > picture.height)
        return link::upright_turn::none;
    switch (facts.interface->turned) {
    case screen::orientation::landscape_right:
        return link::upright_turn::quarter;
    case screen::orientation::upside_down:
        return link::upright_turn::half;
    case screen::orientation::landscape_left:
        return link::upright_turn::three_quarters;
    case screen::orientation::portrait:
        break;
    }
    return link::upright_turn::none;
}

screen::pixel_size upright_size(screen::pixel_size picture, link::upright_turn by)
{
    if (by == link::upright_turn::quarter || by == link::upright_turn::three_quarters)
        return {.width = picture.height, .height = picture.width};
    return picture;
}

} // namespace

void link_units::begin(time now)
{
    followed_ = now;
    stream_ = 0;
}

link::access_unit link_units::next(const device::shared_unit& what,
                                   const device::phone_facts& facts)
{
    const auto picture = picture_of(*what->format, facts);
    const auto turn = turn_of(picture, facts);
    return {.key = what->key,
            .number = number_of(*what),
            .captured_at = captured_at(what->arrived),
            .space = space_of(upright_size(picture, turn), facts),
            .turn = turn,
            .configuration = configuration_of(*what),
            .data = std::shared_ptr<const screen::bytes>(what, &what->data)};
}

std::uint64_t link_units::number_of(const device::access_unit& what)
{
    if (what.stream != stream_) {
        stream_ = what.stream;
        first_ = next_;
    }
    const auto number = first_ + what.number;
    next_ = number + 1;
    return number;
}

/// Of packets that overtake each other, a later unit's may all be there before an earlier one's.
system_clock::time_point link_units::captured_at(time arrived)
{
    using std::chrono::microseconds;
    auto at = std::chrono::floor<microseconds>(wall_time(std::max(arrived, followed_)));
    const auto last = std::chrono::floor<microseconds>(last_captured_);
    if (at <= last && last - at < most_out_of_order)
        at = last + microseconds(1);
    last_captured_ = at;
    return at;
}

link::video_configuration_ptr link_units::configuration_of(const device::access_unit& what)
{
    if (what.format != format_) {
        const auto& shown = what.format->shown;
        format_ = what.format;
        configuration_ = std::make_shared<const link::video_configuration>(
            link::video_configuration{.codec = format_->codec,
                                      .record = format_->configuration,
                                      .size = {.width = shown.width, .height = shown.height}});
    }
    return configuration_;
}

} // namespace thimble::daemon
