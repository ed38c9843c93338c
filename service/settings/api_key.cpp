#include "service/settings/api_key.hpp"

#include "service/accounts/api_key.hpp"

#include <algorithm>

namespace thimble::service {

namespace {

constexpr std::size_t shortest_key = 16;
constexpr std::size_t longest_key = 256;

bool usable(std::string_view key)
{
    return key.size() >= shortest_key && key.size() <= longest_key &&
           std::ranges::all_of(key, [](char c) { return c > ' ' && c <= '~'; });
}

} // namespace

std::expected<std::string, std::string> load_api_key(const environment& variables,
                                                     const state_directory& state)
{
    if (auto given = variables("THIMBLE_API_KEY")) {
        if (!usable(*given))
            return std::unexpected("THIMBLE_API_KEY must be 16 to 256 printable ASCII characters "
                                   "without spaces, and hard to guess; make one with: openssl "
                                   "rand -hex 32");
        return std::move(*given);
    }
    auto kept = state.line("api-key", random_api_key);
    if (kept && !usable(*kept))
        return std::unexpected((state.path() / "api-key").string() +
                               " holds no usable key; delete it and a new one is made");
    return kept;
}

} // namespace thimble::service
