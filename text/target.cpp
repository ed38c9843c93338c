#include "text/target.hpp"

#include <algorithm>

namespace thimble::service::http {

namespace {

int hex_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

/// The part before `mark`, which is taken from `rest` together with the mark.
std::string_view take_until(std::string_view& rest, char mark)
{
    const auto end = std::min(rest.find(mark), rest.size());
    const auto part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

/// Proxies are spoken to with "http://host/path"; the path is what counts.
std::string_view without_authority(std::string_view text)
{
    const auto scheme = text.find("://");
    if (text.starts_with('/') || scheme == std::string_view::npos)
        return text;
    const auto path = text.find('/', scheme + 3);
    return path == std::string_view::npos ? "/" : text.substr(path);
}

/// How many octets the sequence has that begins with `lead`; 0 when none does.
std::size_t sequence_length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead < 0xE0)
        return 2;
    if (lead >= 0xE0 && lead < 0xF0)
        return 3;
    return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

/// No overlong form, no surrogate, nothing above U+10FFFF: all of these show in the second octet.
bool is_second_octet(unsigned char lead, unsigned char second)
{
    const unsigned char least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return second >= least && second <= most;
}

} // namespace

bool is_utf8(std::string_view text)
{
    const auto octet = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    for (std::size_t at = 0; at < text.size();) {
        const auto length = sequence_length(octet(at));
        if (length == 0 || length > text.size() - at)
            return false;
        if (length > 1 && !is_second_octet(octet(at), octet(at + 1)))
            return false;
        for (std::size_t rest = 2; rest < length; ++rest)
            if ((octet(at + rest) & 0xC0U) != 0x80U)
                return false;
        at += length;
    }
    return true;
}

std::optional<std::string> percent_decode(std::string_view text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            out += text[at];
            continue;
        }
        const int high = at + 2 < text.size() ? hex_value(text[at + 1]) : -1;
        const int low = at + 2 < text.size() ? hex_value(text[at + 2]) : -1;
        if (high < 0 || low < 0)
            return std::nullopt;
        out += static_cast<char>(high * 16 + low);
        at += 2;
    }
    if (!is_utf8(out) || out.find('\0') != std::string::npos)
        return std::nullopt;
    return out;
}

std::optional<target> parse_target(std::string_view text)
{
    auto rest = without_authority(text);
    rest = rest.substr(0, rest.find('#'));
    auto path = take_until(rest, '?');
    if (!path.starts_with('/'))
        return std::nullopt;
    path.remove_prefix(1);
    target out;
    for (bool more = true; more;) {
        more = path.find('/') != std::string_view::npos;
        const auto segment = percent_decode(take_until(path, '/'));
        if (!segment)
            return std::nullopt;
        out.path.push_back(*segment);
    }
    while (!rest.empty()) {
        std::string pair(take_until(rest, '&'));
        std::ranges::replace(pair, '+', ' ');
        std::string_view value = pair;
        const auto name = percent_decode(take_until(value, '='));
        const auto decoded = percent_decode(value);
        if (!name || !decoded)
            return std::nullopt;
        if (!pair.empty())
            out.query.emplace_back(*name, *decoded);
    }
    return out;
}

} // namespace thimble::service::http
