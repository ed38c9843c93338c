// Options of a touch beside its place, in the words of a command line.
#pragma once

#include "daemon/debug_forms/form.hpp"

#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <concepts>

namespace thimble::daemon {

/// Milliseconds: the limits of the REST contract.
constexpr int longest_touch = 30'000;
constexpr int longest_pinch = 10'000;

/// Takes words off the front of what is given. The first one that is wrong is kept as a sentence.
class word_reader {
public:
    explicit word_reader(words given) : rest_(given) {}

    const std::string& error() const { return error_; }

    /// The value of the next word; `otherwise` when there is none, or it is wrong.
    template <class Value, class Parse>
    Value next(std::string_view name, std::string_view choices, Value otherwise, Parse parse)
    {
        if (rest_.empty())
            return otherwise;
        const auto value = parse(rest_.front());
        if (!value)
            fail(fmt::format("{} is '{}'; it must be {}", name, rest_.front(), choices));
        rest_ = rest_.subspan(1);
        return value.value_or(otherwise);
    }

    std::chrono::milliseconds
    milliseconds(std::string_view name, int least, int most, std::chrono::milliseconds otherwise)
    {
        if (rest_.empty())
            return otherwise;
        const auto value = parse_number(name, rest_.front(), least, most);
        if (!value)
            fail(value.error());
        rest_ = rest_.subspan(1);
        return value ? std::chrono::milliseconds(*value) : otherwise;
    }

private:
    void fail(std::string what)
    {
        if (error_.empty())
            error_ = std::move(what);
    }

    words rest_;
    std::string error_;
};

/// The touch that these words describe; its coordinates are left at zero.
template <class Touch>
std::expected<Touch, std::string> read_touch(words given)
{
    constexpr bool is_pinch = std::same_as<Touch, link::pinch>;
    word_reader reader(given);
    Touch what;
    if constexpr (is_pinch)
        what.kind = reader.next("KIND", "pinch_in, pinch_out, rotate_cw or rotate_ccw", what.kind,
                                link::parse_pinch_kind);
    if constexpr (requires { what.towards; })
        what.towards = reader.next("DIRECTION", "up, down, left or right", what.towards,
                                   link::parse_direction);
    if constexpr (requires { what.duration; })
        what.duration = reader.milliseconds(
            "DURATION_MS", 1, is_pinch ? longest_pinch : longest_touch, what.duration);
    if constexpr (requires { what.hold; })
        what.hold = reader.milliseconds("HOLD_MS", 0, longest_touch, what.hold);
    if constexpr (requires { what.speed; })
        what.speed = reader.next("SPEED", "slow, medium or fast", what.speed, link::parse_speed);
    if (!reader.error().empty())
        return std::unexpected(reader.error());
    return what;
}

} // namespace thimble::daemon
