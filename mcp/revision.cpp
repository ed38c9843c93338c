#include "mcp/revision.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::mcp {

using nlohmann::json;

namespace {

constexpr std::array<std::pair<revision, std::string_view>, 5> revision_names{{
    {revision::of_2024_11_05, "2024-11-05"},
    {revision::of_2025_03_26, "2025-03-26"},
    {revision::of_2025_06_18, "2025-06-18"},
    {revision::of_2025_11_25, "2025-11-25"},
    {revision::of_2026_07_28, "2026-07-28"},
}};

} // namespace

std::string_view to_string(revision which)
{
    return std::ranges::find(revision_names, which, [](const auto& each) { return each.first; })
        ->second;
}

std::optional<revision> to_revision(std::string_view text)
{
    const auto* found =
        std::ranges::find(revision_names, text, [](const auto& each) { return each.second; });
    if (found == revision_names.end())
        return std::nullopt;
    return found->first;
}

revision negotiate(std::string_view asked)
{
    const auto known = to_revision(asked);
    return known && !is_modern(*known) ? *known : revision::of_2025_11_25;
}

json modern_revisions()
{
    return json::array({to_string(revision::of_2026_07_28)});
}

bool has_modern_meta(const json& params)
{
    const auto found = params.find("_meta");
    return found != params.end() && found->is_object() &&
           (found->contains(meta::protocol_version) || found->contains(meta::client_capabilities));
}

} // namespace thimble::mcp
