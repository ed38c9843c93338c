#include "http/accept.hpp"

#include "text/ascii.hpp"
#include "text/lists.hpp"

#include <boost/beast/core/string.hpp>

namespace thimble::service::http {

namespace beast = boost::beast;

namespace {

/// True where the parameters refuse what they stand at: "q=0", "q=0.000". Parameters without sense
/// refuse too.
bool is_refused(std::string_view parameters)
{
    while (!parameters.empty()) {
        auto value = trim(take_until(';', parameters));
        if (!beast::iequals(trim(take_until('=', value)), "q"))
            continue;
        const bool weight = !value.empty() && (value.front() == '0' || value.front() == '1') &&
                            value.find_first_not_of("0123456789.") == std::string_view::npos;
        return !weight || value.find_first_of("123456789") == std::string_view::npos;
    }
    return false;
}

} // namespace

std::optional<bool> accepts(std::string_view header, std::string_view what)
{
    std::optional<bool> out;
    while (!header.empty()) {
        auto parameters = trim(take_until(',', header));
        if (beast::iequals(trim(take_until(';', parameters)), what))
            out = !is_refused(parameters);
    }
    return out;
}

} // namespace thimble::service::http
