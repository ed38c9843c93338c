#include "device/wda/actions.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
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
    bool used = false;

    bool can_take(const gesture::contact& next) const { return free_at < next.samples.front().at; }

    void put_down(const gesture::sample& first)
    {
        const auto wait = first.at - free_at;
        if (used)
            items.push_back(pause_for(wait));
        items.push_back(move_to(first.where, used ? milliseconds(0) : wait));
        items.push_back({{"type", "pointerDown"}, {"button", 0}});
        used = true;
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
