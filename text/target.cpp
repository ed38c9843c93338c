#include "text/target.hpp"

#include "text/lists.hpp"
#include "text/utf8.hpp"

#include <boost/url/pct_string_view.hpp>

namespace thimble::service::http {

namespace urls = boost::urls;

namespace {

/// Proxies are spoken to with "http://host/path"; the path is what counts.
std::string_view without_authority(std::string_view text)
{
    const auto scheme = text.find("://");
    if (text.starts_with('/') || scheme == std::string_view::npos)
        return text;
    const auto path = text.find('/', scheme + 3);
    return path == std::string_view::npos ? "/" : text.substr(path);
}

/// Nothing for a broken escape, and for what is not UTF-8 or has a NUL. Boost's parsers of whole
/// targets are stricter than clients are: they refuse unescaped letters beyond ASCII.
std::optional<std::string> decode(std::string_view text, urls::encoding_opts options = {})
{
    const auto escaped = urls::make_pct_string_view(text);
    if (!escaped)
        return std::nullopt;
    auto out = escaped->decode(options);
    if (!is_utf8(out) || out.contains('\0'))
        return std::nullopt;
    return out;
}

} // namespace

std::optional<target> parse_target(std::string_view text)
{
    auto rest = without_authority(text);
    rest = rest.substr(0, rest.find('#'));
    auto path = take_until('?', rest);
    if (!path.starts_with('/'))
        return std::nullopt;
    path.remove_prefix(1);
    target out;
    for (bool more = true; more;) {
        more = path.contains('/');
        auto segment = decode(take_until('/', path));
        if (!segment)
            return std::nullopt;
        out.path.push_back(std::move(*segment));
    }
    urls::encoding_opts of_query;
    of_query.space_as_plus = true;
    while (!rest.empty()) {
        auto value = take_until('&', rest);
        if (value.empty())
            continue;
        auto name = decode(take_until('=', value), of_query);
        auto decoded = decode(value, of_query);
        if (!name || !decoded)
            return std::nullopt;
        out.query.emplace_back(std::move(*name), std::move(*decoded));
    }
    return out;
}

} // namespace thimble::service::http
