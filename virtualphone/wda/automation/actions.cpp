#include "virtualphone/wda/automation/actions.hpp"

#include "virtualphone/wda/automation/key_source.hpp"
#include "virtualphone/wda/automation/pointer_source.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

constexpr std::size_t most_sources = 10;
constexpr std::size_t most_items = 10'000;

std::unexpected<refusal> refuse(std::string message)
{
    return std::unexpected(refusal{errors::unknown_error, std::move(message)});
}

struct action_source {
    std::string type;
    const json* items = nullptr;
};

std::expected<action_source, refusal> read_source(const json& source, std::set<std::string>& ids)
{
    if (!source.is_object())
        return refuse("Every action source must be an object");
    const auto id = source.find("id");
    if (id == source.end() || !id->is_string() || id->get_ref<const std::string&>().empty())
        return refuse("Every action source must have an id that is not empty");
    if (!ids.insert(id->get<std::string>()).second)
        return refuse("The id '" + id->get<std::string>() + "' belongs to two action sources");
    const auto type = source.find("type");
    if (type == source.end() || (*type != "pointer" && *type != "key"))
        return refuse("Only action sources of the types pointer and key are supported");
    const auto items = source.find("actions");
    if (items == source.end() || !items->is_array())
        return refuse("Every action source must have a list of actions");
    const bool objects = std::ranges::all_of(*items, [](const json& i) { return i.is_object(); });
    if (!objects)
        return refuse("Every action must be an object");
    if (*type == "pointer" && pointer_type(source) != "touch")
        return refuse("Only pointers of the type touch are supported");
    return action_source{type->get<std::string>(), &*items};
}

std::expected<std::vector<action_source>, refusal> read_sources(const json& body)
{
    const auto list = body.find("actions");
    if (list == body.end() || !list->is_array() || list->empty())
        return refuse("The list of actions must not be empty");
    if (list->size() > most_sources)
        return refuse("There are more action sources than fingers");
    std::vector<action_source> sources;
    std::set<std::string> ids;
    std::size_t item_count = 0;
    for (const json& source : *list) {
        auto read = read_source(source, ids);
        if (!read)
            return std::unexpected(read.error());
        item_count += read->items->size();
        if (!read->items->empty())
            sources.push_back(*std::move(read));
    }
    if (item_count > most_items)
        return refuse("There are more than 10000 actions");
    return sources;
}

} // namespace

std::expected<event_record, refusal> read_actions(const json& body)
{
    const auto sources = read_sources(body);
    if (!sources)
        return std::unexpected(sources.error());
    event_record all;
    int finger = 0;
    for (const action_source& source : *sources) {
        const auto timeline = source.type == "pointer" ? read_pointer_items(*source.items, finger++)
                                                       : read_key_items(*source.items);
        if (!timeline)
            return std::unexpected(timeline.error());
        all = in_parallel(all, *timeline);
    }
    return all;
}

} // namespace thimble::virtualphone::wda
