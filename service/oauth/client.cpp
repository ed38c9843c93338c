#include "service/oauth/client.hpp"

#include "service/oauth/redirect_uri.hpp"
#include "text/printable_text.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::oauth {

using nlohmann::json;

namespace {

constexpr auto nameless = "A program without a name";
constexpr std::size_t most_redirects = 10;
constexpr std::size_t longest_client_name = 80; // bytes

/// Of a list of texts that may be left out.
bool lists(const json& metadata, const char* name, std::string_view wanted)
{
    const auto found = metadata.find(name);
    if (found == metadata.end())
        return true;
    return found->is_array() &&
           std::ranges::any_of(*found, [&](const json& each) { return each == wanted; });
}

std::string name_in(const json& metadata)
{
    const auto found = metadata.find("client_name");
    if (found == metadata.end() || !found->is_string())
        return nameless;
    auto out = printable(found->get_ref<const std::string&>());
    out.resize(whole_characters(out, longest_client_name));
    return out.empty() ? nameless : out;
}

std::expected<std::vector<std::string>, std::string> redirects_in(const json& metadata)
{
    const auto found = metadata.find("redirect_uris");
    if (found == metadata.end() || !found->is_array() || found->empty() ||
        found->size() > most_redirects)
        return std::unexpected("redirect_uris must be a list of one to ten");
    std::vector<std::string> out;
    for (const auto& each : *found) {
        if (!each.is_string())
            return std::unexpected("redirect_uris must be texts");
        const auto& uri = each.get_ref<const std::string&>();
        if (auto fine = check_redirect_uri(uri); !fine)
            return std::unexpected("redirect_uris: one " + fine.error());
        out.push_back(uri);
    }
    return out;
}

} // namespace

std::expected<client, std::string> read_client(std::string id, const json& metadata)
{
    if (!metadata.is_object())
        return std::unexpected("the description must be an object");
    auto redirects = redirects_in(metadata);
    if (!redirects)
        return std::unexpected(std::move(redirects.error()));
    if (!lists(metadata, "grant_types", "authorization_code") ||
        !lists(metadata, "response_types", "code"))
        return std::unexpected("it must use the grant authorization_code and its code");
    return client{
        .id = std::move(id), .name = name_in(metadata), .redirect_uris = std::move(*redirects)};
}

bool takes_redirect(const client& who, std::string_view uri)
{
    return std::ranges::any_of(
        who.redirect_uris, [&](const std::string& each) { return is_same_redirect(each, uri); });
}

} // namespace thimble::service::oauth
