#include "contract/strict_json.hpp"

#include "link/strict_json.hpp"

#include <cstddef>
#include <string>

namespace thimble::service {

namespace {

/// Of one body: some milliseconds of the home thread. No request needs a hundredth of them.
constexpr std::size_t most_values = 100'000;

} // namespace

result<nlohmann::json> parse_json(std::string_view text)
{
    auto read = link::parse_json(text, {.values = most_values});
    if (read)
        return std::move(*read);
    const auto& [what, offset] = read.error();
    return std::unexpected(failure{.code = "INVALID_JSON",
                                   .message = "The body cannot be read: " + std::string(what) + ".",
                                   .context = {{"offset", offset}}});
}

} // namespace thimble::service
