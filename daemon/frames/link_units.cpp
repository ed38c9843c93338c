#include "daemon/frames/link_units.hpp"

#include "daemon/frames/screen_space.hpp"
#include "device/video_source.hpp"
#include "device/wall_time.hpp"
#include "link/unit_queue.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

using std::chrono::system_clock;

// All that a phone's driver hands over at once has to fit into a queue beside what comes next.
static_assert(device::video_source::most_units_at_once < link::unit_queue_limits{}.units);
static_assert(device::video_source::most_bytes_at_once < link::unit_queue_limits{}.bytes);

/// A clock that was set back by more has times begin anew.
constexpr std::chrono::seconds most_out_of_order{1};

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

/// A NAL unit of filler data, behind its length.
std::shared_ptr<const screen::bytes> filler()
{
    static const auto made = std::make_shared<const screen::bytes>(
        screen::bytes{std::byte{0}, std::byte{0}, std::byte{0}, std::byte{3}, std::byte{0x4C},
                      std::byte{1}, std::byte{0x80}});
    return made;
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
    note_format(what->format);
    auto made = unit_of(facts);
    made.key = what->key;
    made.number = number_of(*what);
    made.captured_at = captured_at(what->captured);
    made.data = std::shared_ptr<const screen::bytes>(what, &what->data);
    return made;
}

std::optional<link::access_unit> link_units::gap(const device::phone_facts& facts)
{
    if (format_ == nullptr)
        return std::nullopt;
    auto made = unit_of(facts);
    made.number = ++next_;
    ++next_;
    stream_ = 0; // the next key may be of the same one
    made.captured_at = captured_at(time::clock::now());
    made.data = filler();
    return made;
}

link::access_unit link_units::unit_of(const device::phone_facts& facts) const
{
    const auto picture = picture_of(*format_, facts);
    const auto turn = turn_of(picture, facts);
    link::access_unit made;
    made.space = space_of(upright_size(picture, turn), facts);
    made.turn = turn;
    made.configuration = configuration_;
    return made;
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
system_clock::time_point link_units::captured_at(time captured)
{
    using std::chrono::microseconds;
    auto at = std::chrono::floor<microseconds>(device::wall_time(std::max(captured, followed_)));
    const auto last = std::chrono::floor<microseconds>(last_captured_);
    if (at <= last && last - at < most_out_of_order)
        at = last + microseconds(1);
    last_captured_ = at;
    return at;
}

void link_units::note_format(const std::shared_ptr<const device::video_format>& what)
{
    if (what == format_)
        return;
    format_ = what;
    configuration_ = std::make_shared<const link::video_configuration>(link::video_configuration{
        .codec = what->codec,
        .record = what->configuration,
        .size = {.width = what->shown.width, .height = what->shown.height}});
}

} // namespace thimble::daemon
