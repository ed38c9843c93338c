#include "service/phones/app_list.hpp"

#include "text/folded_text.hpp"
#include "text/nearest_names.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

namespace thimble::service {

using nlohmann::json;

namespace {

constexpr std::size_t most_apps = 5000;

using found_apps = std::vector<std::reference_wrapper<const listed_app>>;

template <class Condition>
found_apps those(const std::vector<listed_app>& apps, Condition condition)
{
    found_apps found;
    for (const auto& app : apps)
        if (condition(app))
            found.emplace_back(app);
    return found;
}

/// All that the first way finds which finds any.
found_apps search(const std::vector<listed_app>& apps, std::string_view meant)
{
    auto found = those(apps, [&](const auto& app) { return app.bundle_id == meant; });
    if (found.empty())
        found = those(apps, [&](const auto& app) { return app.name == meant; });
    const auto wanted = folded(meant);
    if (found.empty())
        found = those(apps, [&](const auto& app) { return folded(app.name) == wanted; });
    if (found.empty())
        found = those(apps, [&](const auto& app) { return folded(app.name).starts_with(wanted); });
    return found;
}

json candidate(const listed_app& app)
{
    return {{"name", app.name}, {"bundle_id", app.bundle_id}};
}

json nearest(const std::vector<listed_app>& apps, std::string_view meant)
{
    std::vector<std::string> names;
    for (const auto& app : apps)
        names.push_back(app.name);
    auto out = json::array();
    for (const auto place : nearest_names(meant, names))
        out.push_back(candidate(apps[place]));
    return out;
}

json first_of(const found_apps& found)
{
    auto out = json::array();
    for (const listed_app& app : found)
        if (out.size() < most_candidates)
            out.push_back(candidate(app));
    return out;
}

failure not_found(std::string message, json candidates)
{
    return {.code = "APP_NOT_FOUND",
            .message = std::move(message),
            .context = {{"candidates", std::move(candidates)}}};
}

std::string text_member(const json& record, const char* name)
{
    const auto found = record.find(name);
    const auto* text =
        found == record.end() ? nullptr : found->template get_ptr<const std::string*>();
    return text == nullptr ? std::string() : *text;
}

} // namespace

void sort_by_name(std::vector<listed_app>& apps)
{
    std::vector<std::pair<std::string, listed_app>> keyed;
    for (auto& app : apps)
        keyed.emplace_back(folded(app.name), std::move(app));
    std::ranges::sort(keyed, {},
                      [](const auto& each) { return std::tie(each.first, each.second.bundle_id); });
    apps.clear();
    for (auto& [key, app] : keyed)
        apps.push_back(std::move(app));
}

result<listed_app> find_app(const std::vector<listed_app>& apps, std::string_view meant)
{
    const auto found = search(apps, meant);
    if (found.size() == 1)
        return found.front().get();
    if (found.empty())
        return std::unexpected(
            not_found("No app of the phone has this name; context.candidates has the nearest.",
                      nearest(apps, meant)));
    return std::unexpected(not_found(
        "Several apps of the phone may be meant; name one by its bundle id.", first_of(found)));
}

nlohmann::ordered_json app_record(const listed_app& app)
{
    return {{"name", app.name},
            {"bundle_id", app.bundle_id},
            {"version", app.version},
            {"type", app.system ? "system" : "user"}};
}

std::vector<listed_app> read_apps(const json& records)
{
    std::vector<listed_app> apps;
    if (!records.is_array())
        return apps;
    for (const auto& record : records) {
        if (!record.is_object() || apps.size() == most_apps)
            continue;
        listed_app app{.name = text_member(record, "name"),
                       .bundle_id = text_member(record, "bundle_id"),
                       .version = text_member(record, "version"),
                       .system = text_member(record, "type") == "system"};
        if (!app.name.empty() && !app.bundle_id.empty())
            apps.push_back(std::move(app));
    }
    sort_by_name(apps);
    return apps;
}

} // namespace thimble::service
