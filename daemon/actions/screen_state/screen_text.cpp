#include "daemon/actions/screen_state/screen_text.hpp"

#include "async/deadline.hpp"
#include "daemon/frames/phone_frames.hpp"
#include "daemon/frames/screen_space.hpp"
#include "daemon/frames/text_reader.hpp"
#include "daemon/report/phone_report.hpp"
#include "selectors/find_text.hpp"

namespace thimble::daemon {

namespace {

/// The space of a picture of that size; nothing where it is turning, or the picture is of another
/// time than what is known.
std::optional<screen_elements> seen_on(screen::pixel_size native, const device::phone_facts& facts)
{
    const auto known = current_space(facts);
    if (!known || native.width <= 0 || native.height <= 0 || space_of(native, facts) != *known)
        return std::nullopt;
    return screen_elements{.elements = {},
                           .covered = {},
                           .space = *known,
                           .shown = *facts.interface,
                           .panel = *facts.panel};
}

} // namespace

bool can_read_text(const action_context& on)
{
    return on.texts != nullptr && on.texts->available() && on.frames != nullptr &&
           on.phone->frames() != nullptr;
}

boost::asio::awaitable<std::optional<screen_text>> read_text(action_context on)
{
    if (!can_read_text(on))
        co_return std::nullopt;
    const auto taken =
        co_await async::with_timeout(on.timeout, on.frames->capture(freshness::fresh));
    if (!taken || !taken->has_value())
        co_return std::nullopt;
    const auto& picture = taken->value().picture;
    auto seen = seen_on(picture.size, on.phone->facts());
    if (!seen)
        co_return std::nullopt;
    auto lines = co_await on.texts->read(picture);
    if (!lines)
        co_return std::nullopt;
    seen->elements = service::named_texts(*lines);
    co_return screen_text{.lines = std::move(*lines), .seen = std::move(*seen)};
}

} // namespace thimble::daemon
