#include "models/model_address.hpp"

#include "text/url.hpp"

namespace thimble::service::models {

std::expected<model_address, std::string> parse_model_address(std::string_view text)
{
    constexpr std::size_t longest_url = 2048;
    const auto url = parse_url(text.substr(0, longest_url));
    if (text.size() > longest_url || !url || !url->has_authority())
        return std::unexpected("it is no address such as https://models.example/v1");
    auto server = server_of(*url);
    if (!server)
        return std::unexpected(std::move(server.error()));
    if (url->has_query() || url->has_fragment())
        return std::unexpected("it has a query or a fragment, which has no place there");
    std::string path(std::string_view(url->encoded_path()));
    while (path.ends_with('/'))
        path.pop_back();
    return model_address{.server = std::move(*server), .path = std::move(path)};
}

} // namespace thimble::service::models
