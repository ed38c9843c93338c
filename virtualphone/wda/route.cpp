#include "virtualphone/wda/route.hpp"

#include <boost/beast/core/string.hpp>

#include <array>

namespace thimble::virtualphone::wda {

namespace {

bool matches(const route& candidate, const request& wanted)
{
    const bool form_fits = candidate.form == session_form::either ||
                           (candidate.form == session_form::required) == wanted.session.has_value();
    return form_fits && candidate.method == wanted.method &&
           boost::beast::iequals(candidate.path, wanted.path);
}

} // namespace

const route* find_route(const request& of)
{
    const std::array tables{session_routes(), screen_routes(), touch_routes(),
                            source_routes(),  app_routes(),    alert_routes(),
                            device_routes(),  button_routes(), key_routes()};
    for (const auto& table : tables) {
        for (const route& candidate : table) {
            if (matches(candidate, of))
                return &candidate;
        }
    }
    return nullptr;
}

} // namespace thimble::virtualphone::wda
