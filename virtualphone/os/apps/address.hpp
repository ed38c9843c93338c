// Addresses as apps read them: https://example.com/page, shortcuts://run-shortcut?name=…
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

/// Everything but the scheme may be empty.
struct address {
    std::string scheme;                       // in lower case
    std::string host;                         // what stands between "//" and the next "/"
    std::string path;                         // from that "/" on
    std::map<std::string, std::string> query; // percent-decoded
};

/// Nothing when `text` has no scheme or a percent sign that is no escape.
std::optional<address> parse_address(std::string_view text);

/// In lower case; empty when there is none.
std::string scheme_of(std::string_view url);

/// `text` as the value of a query item.
std::string percent_encoded(std::string_view text);

} // namespace thimble::virtualphone
