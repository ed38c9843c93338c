#include "text/url.hpp"

#include <boost/url/parse.hpp>

namespace thimble::service {

std::optional<boost::urls::url_view> parse_url(std::string_view text)
{
    const auto parsed = boost::urls::parse_uri(text);
    if (!parsed)
        return std::nullopt;
    const auto path = parsed->encoded_path();
    if (parsed->has_authority() && !path.empty() && !path.starts_with('/'))
        return std::nullopt;
    return *parsed;
}

} // namespace thimble::service
