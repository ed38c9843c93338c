#include "link/close_reason.hpp"

#include "link/cut_text.hpp"

#include <algorithm>
#include <array>

namespace thimble::link {

namespace {

struct close_row {
    close_reason why;
    std::uint16_t code;
    std::string_view name;
};

constexpr std::array close_rows{
    close_row{.why = close_reason::shutting_down, .code = 1001, .name = "shutting_down"},
    close_row{.why = close_reason::too_large, .code = 1009, .name = "too_large"},
    close_row{.why = close_reason::unavailable, .code = 1013, .name = "unavailable"},
    close_row{.why = close_reason::draining, .code = 4000, .name = "draining"},
    close_row{.why = close_reason::replaced, .code = 4001, .name = "replaced"},
    close_row{.why = close_reason::revoked, .code = 4002, .name = "revoked"},
    close_row{.why = close_reason::silent, .code = 4003, .name = "silent"},
    close_row{.why = close_reason::malformed, .code = 4004, .name = "malformed"},
    close_row{.why = close_reason::incompatible, .code = 4005, .name = "incompatible"},
    close_row{.why = close_reason::not_expected, .code = 4006, .name = "not_expected"},
    close_row{.why = close_reason::too_slow, .code = 4007, .name = "too_slow"},
};

const close_row& row_of(close_reason why)
{
    return *std::ranges::find(close_rows, why, &close_row::why); // each has a row
}

} // namespace

std::string_view to_string(close_reason why)
{
    return row_of(why).name;
}

std::uint16_t close_code(close_reason why)
{
    return row_of(why).code;
}

std::optional<close_reason> parse_close_code(std::uint16_t code)
{
    const auto found = std::ranges::find(close_rows, code, &close_row::code);
    return found == close_rows.end() ? std::nullopt : std::optional(found->why);
}

std::string close_text(close_reason why, std::string_view detail)
{
    constexpr std::size_t most_bytes = 123; // of RFC 6455
    std::string text(to_string(why));
    if (!detail.empty())
        text.append(": ").append(detail);
    return cut_text(std::move(text), most_bytes);
}

} // namespace thimble::link
