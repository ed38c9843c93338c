#include "virtualphone/wda/automation/pointer_source.hpp"

#include "virtualphone/wda/automation/action_item.hpp"
#include "virtualphone/wda/protocol/arguments.hpp"

#include <optional>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

std::unexpected<refusal> refuse_pointer(std::string message)
{
    return std::unexpected(refusal{errors::unknown_error, std::move(message)});
}

/// Where a move ends. `position` is nothing before the finger's first move.
std::expected<place, refusal> destination(const json& item, const std::optional<place>& position)
{
    const json origin = item.value("origin", json("viewport"));
    if (origin.is_object() || (origin.is_string() && origin != "viewport" && origin != "pointer")) {
        return std::unexpected(refusal{errors::stale_element_reference,
                                       "The element of the origin is not in the cache"});
    }
    if (!origin.is_string())
        return refuse_pointer("The origin must be viewport, pointer or an element");
    auto given = place_argument(item, "x", "y");
    if (!given)
        return refuse_pointer(given.error().message);
    if (origin == "viewport")
        return given;
    if (!position)
        return refuse_pointer("The first move of a finger cannot begin at the pointer");
    return place{position->x + given->x, position->y + given->y};
}

/// The state of one finger while its items are read.
class pointer_reader {
public:
    explicit pointer_reader(int finger) : path_(finger) {}

    std::expected<void, refusal> read(const json& item)
    {
        const auto duration = item_duration(item);
        if (!duration)
            return std::unexpected(duration.error());
        const std::string type = item_type(item);
        if (type == "pointerMove")
            return move(item, *duration);
        if (type == "pointerDown")
            return down();
        if (type == "pointerUp")
            return up();
        if (type != "pause")
            return refuse_pointer("'" + type + "' is not an action of a pointer");
        return pass(*duration);
    }

    event_record finish() &&
    {
        if (path_.is_down())
            path_.up(clock_);
        return {path_.steps(), clock_};
    }

private:
    std::expected<void, refusal> pass(milliseconds duration)
    {
        clock_ += duration;
        if (clock_ > longest_event)
            return refuse_pointer("The actions take longer than 5 minutes");
        return {};
    }

    std::expected<void, refusal> move(const json& item, milliseconds duration)
    {
        const auto to = destination(item, position_);
        if (!to)
            return std::unexpected(to.error());
        const milliseconds begin = clock_;
        if (auto passed = pass(duration); !passed)
            return passed;
        const bool first = !position_;
        if (first)
            path_.down(*to, clock_);
        else // a finger that is lifted, too: its path goes on
            path_.move(*to, begin, duration);
        position_ = *to;
        return {};
    }

    std::expected<void, refusal> down()
    {
        if (!position_)
            return refuse_pointer("A pointerDown needs a pointerMove before it");
        if (!path_.is_down()) // else the first move has put it down already
            path_.down(*position_, clock_);
        return {};
    }

    std::expected<void, refusal> up()
    {
        if (!position_)
            return refuse_pointer("A pointerUp cannot be the first action");
        if (path_.is_down())
            path_.up(clock_);
        return {};
    }

    finger_path path_;
    std::optional<place> position_;
    milliseconds clock_{0};
};

} // namespace

std::string pointer_type(const json& source)
{
    const auto parameters = source.find("parameters");
    if (parameters == source.end() || !parameters->is_object())
        return "mouse";
    const auto type = parameters->find("pointerType");
    return type != parameters->end() && type->is_string() ? type->get<std::string>() : "mouse";
}

std::expected<event_record, refusal> read_pointer_items(const json& items, int finger)
{
    const auto kept = without_cancelled(items);
    if (!kept)
        return std::unexpected(kept.error());
    pointer_reader reader(finger);
    for (const json* item : *kept) {
        if (auto read = reader.read(*item); !read)
            return std::unexpected(read.error());
    }
    return std::move(reader).finish();
}

} // namespace thimble::virtualphone::wda
