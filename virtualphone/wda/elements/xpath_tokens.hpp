// The words and signs of an XPath query.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::wda {

enum class xpath_token_kind : std::uint8_t { sign, name, number, text, end };

struct xpath_token {
    xpath_token_kind kind = xpath_token_kind::end;
    std::string text;   // without quotes
    std::size_t at = 0; // in the query, in bytes
};

/// Nothing where a part is no token; the last is the end.
std::optional<std::vector<xpath_token>> xpath_tokens(std::string_view query);

} // namespace thimble::virtualphone::wda
