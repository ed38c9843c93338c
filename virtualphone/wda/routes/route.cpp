#include "virtualphone/wda/routes/route.hpp"

#include <boost/beast/core/string.hpp>

#include <algorithm>

namespace thimble::virtualphone::wda {

namespace {

/// The part up to the next slash, and `path` is left with what follows it.
std::string_view take_part(std::string_view& path)
{
    const auto end = path.find('/');
    const auto part = path.substr(0, end);
    path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
    return part;
}

/// A part that begins with a colon stands for any one.
bool same_path(std::string_view pattern, std::string_view path)
{
    if (std::ranges::count(pattern, '/') != std::ranges::count(path, '/'))
        return false; // a slash at the end counts
    while (!pattern.empty() && !path.empty()) {
        const auto wanted = take_part(pattern);
        const auto given = take_part(path);
        const bool any = wanted.starts_with(':') && !given.empty();
        if (!any && !boost::beast::iequals(wanted, given))
            return false;
    }
    return pattern.empty() && path.empty();
}

bool matches(const route& candidate, const request& wanted)
{
    const bool form_fits = candidate.form == session_form::either ||
                           (candidate.form == session_form::required) == wanted.session.has_value();
    return form_fits && candidate.method == wanted.method && same_path(candidate.path, wanted.path);
}

} // namespace

std::vector<std::span<const route>> route_tables()
{
    return {session_routes(),      screen_routes(), touch_routes(),       source_routes(),
            app_routes(),          alert_routes(),  device_routes(),      button_routes(),
            key_routes(),          find_routes(),   element_routes(),     pasteboard_routes(),
            gesture_routes(),      scroll_routes(), application_routes(), picture_routes(),
            accessibility_routes()};
}

const route* find_route(const request& of, const runner_profile& release)
{
    if (!release.trailing_slash_counts && of.path.size() > 1 && of.path.ends_with('/')) {
        request shorter = of;
        shorter.path.pop_back();
        return find_route(shorter, release);
    }
    for (const auto& table : route_tables()) {
        for (const route& candidate : table) {
            const bool had = candidate.only_with == nullptr || release.*candidate.only_with;
            if (had && matches(candidate, of))
                return &candidate;
        }
    }
    return nullptr;
}

std::string_view part_of_path(const request& asked, std::size_t number)
{
    std::string_view path = asked.path;
    for (std::size_t before = 0; before < number; ++before)
        take_part(path);
    return take_part(path);
}

} // namespace thimble::virtualphone::wda
