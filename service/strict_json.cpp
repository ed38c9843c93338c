#include "service/strict_json.hpp"

#include "link/strict_json.hpp"

#include <string>

namespace thimble::service {

result<nlohmann::json> parse_json(std::string_view text)
{
    auto read = link::parse_json(text);
    if (read)
        return std::move(*read);
    const auto& [what, offset] = read.error();
    return std::unexpected(failure{.code = "INVALID_JSON",
                                   .message = "The body cannot be read: " + std::string(what) + ".",
                                   .context = {{"offset", offset}}});
}

} // namespace thimble::service
