// The app that an address belongs to.
#include "virtualphone/os/apps/address.hpp"
#include "virtualphone/os/springboard/springboard.hpp"

#include <algorithm>

namespace thimble::virtualphone {

app* springboard::app_for(std::string_view url) const
{
    const auto scheme = scheme_of(url);
    const auto found =
        std::ranges::find_if(apps().all(), [&](const auto& each) { return each->opens(scheme); });
    return scheme.empty() || found == apps().all().end() ? nullptr : found->get();
}

std::optional<std::string_view> springboard::opener_of(std::string_view url) const
{
    const auto* const opener = app_for(url);
    return opener == nullptr ? std::nullopt : std::optional(opener->who().name);
}

bool springboard::open_url(std::string_view url)
{
    auto* const opener = app_for(url);
    if (opener == nullptr || !open(opener->who().bundle_id))
        return false;
    opener->open_url(url);
    changed_ = true;
    return true;
}

} // namespace thimble::virtualphone
