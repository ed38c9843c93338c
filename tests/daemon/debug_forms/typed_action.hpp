// Result of an action that a person types.
#pragma once

#include "daemon/debug_forms/debug_action.hpp"
#include "tests/catch2.hpp"

#include <string>
#include <string_view>

namespace thimble::daemon {

inline phone_action typed(std::string_view text)
{
    const auto parsed = parse_debug_action(text);
    INFO(text << ": " << (parsed ? "" : parsed.error()));
    REQUIRE(parsed);
    REQUIRE(std::holds_alternative<phone_action>(*parsed));
    return std::get<phone_action>(*parsed);
}

inline link::action action_of(std::string_view text)
{
    return typed(text).what;
}

inline std::string error_of(std::string_view text)
{
    const auto parsed = parse_debug_action(text);
    REQUIRE_FALSE(parsed);
    return parsed.error();
}

} // namespace thimble::daemon
