#include "device/wda/actions.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace thimble::device::wda {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

json move_to(gesture::point where, milliseconds duration)
{
    return {{"type", "pointerMove"},
            {"duration", duration.count()},
            {"origin", "viewport"},
            {"x", where.x},
            {"y", where.y}};
}

json pause_for(milliseconds duration)
{
    return {{"type", "pause"}, {"duration", duration.count()}};
}

/// One finger's items, and when it is free again.
struct pointer {
    json items = json::array();
    milliseconds free_at{0};
    std::optional<gesture::point> lifted_at; // nothing: not used yet

    /// A runner plays the move of a lifted finger as a touch that moves: a finger that has lifted
    /// comes down where it was, or not at all.
    bool can_take(const gesture::contact& next) const
    {
        const auto& first = next.samples.front();
        return free_at < first.at && lifted_at == first.where;
    }

    void put_down(const gesture::sample& first)
    {
        const auto wait = first.at - free_at;
        items.push_back(lifted_at ? pause_for(wait) : move_to(first.where, wait));
        items.push_back({{"type", "pointerDown"}, {"button", 0}});
    }

    void play(const gesture::contact& contact)
    {
        put_down(contact.samples.front());
        const auto* before = &contact.samples.front();
        for (const auto& next : std::span(contact.samples).subspan(1)) {
            const auto takes = next.at - before->at;
            if (next.where != before->where)
                items.push_back(move_to(next.where, takes));
            else if (takes.count() > 0) // older runners refuse a pause of nothing
                items.push_back(pause_for(takes));
            before = &next;
        }
        items.push_back({{"type", "pointerUp"}, {"button", 0}});
        free_at = before->at;
        lifted_at = before->where;
    }
};

/// By their beginning; those that begin together as they stand in the path.
std::vector<const gesture::contact*> in_order(const gesture::touch_path& path)
{
    std::vector<const gesture::contact*> contacts;
    for (const auto& each : path.contacts)
        contacts.push_back(&each);
    std::ranges::sort(contacts, {}, [](const gesture::contact* each) {
        return std::pair(each->samples.front().at, each);
    });
    return contacts;
}

std::vector<pointer> pointers_for(const gesture::touch_path& path)
{
    std::vector<pointer> pointers;
    for (const auto* contact : in_order(path)) {
        auto free = std::ranges::find_if(
            pointers, [&](const pointer& each) { return each.can_take(*contact); });
        if (free == pointers.end())
            free = pointers.emplace(pointers.end());
        free->play(*contact);
    }
    return pointers;
}

} // namespace

json actions_of(const gesture::touch_path& path)
{
    json sources = json::array();
    for (auto& each : pointers_for(path))
        sources.push_back({{"type", "pointer"},
                           {"id", "finger" + std::to_string(sources.size() + 1)},
                           {"parameters", {{"pointerType", "touch"}}},
                           {"actions", std::move(each.items)}});
    return {{"actions", std::move(sources)}};
}

} // namespace thimble::device::wda
