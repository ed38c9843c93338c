// Sessions for tests, at moments that are easy to read.
#pragma once

#include "service/sessions/session.hpp"

#include <string>

namespace thimble::service::sessions::test {

/// Noon of the 15th of November 2026, and that many milliseconds.
inline moment noon(std::int64_t after = 0)
{
    using namespace std::chrono_literals;
    return std::chrono::sys_days(2026y / std::chrono::November / 15) + 12h +
           std::chrono::milliseconds(after);
}

inline facts facts_of(std::string id, std::string account_id = "account")
{
    return {.id = std::move(id),
            .account_id = std::move(account_id),
            .phone_id = "phone",
            .udid = "udid-1",
            .asked = {.instruction = "Set an alarm", .model = "model", .phone_id = "phone"},
            .created_at = noon()};
}

inline session running_session(session_limits granted = {}, text_filter hide = {})
{
    session out(facts_of("session"), granted, std::move(hide));
    out.begin(noon(1000));
    return out;
}

/// All events that are in memory.
inline std::vector<event> events_of(const session& what)
{
    return what.events().since(0)->events;
}

inline std::string last_status(const session& what)
{
    const auto all = events_of(what);
    const auto& last = all.back();
    return last.type == event_type::status ? last.data.at("status").get<std::string>() : "";
}

} // namespace thimble::service::sessions::test
