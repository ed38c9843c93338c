#include "service/server/phone_events.hpp"

#include "service/phones/phone_record.hpp"

#include <set>
#include <string_view>
#include <utility>

namespace thimble::service {

using nlohmann::ordered_json;

namespace {

ordered_json alert_of(const known_phone& phone)
{
    if (!phone.state.alert)
        return nullptr;
    return {{"text", phone.state.alert->text}, {"buttons", phone.state.alert->buttons}};
}

/// True if it is another one than before, which it takes the place of.
bool replaces(std::string& told, const ordered_json& now)
{
    auto text = now.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    if (told == text)
        return false;
    told = std::move(text);
    return true;
}

} // namespace

void phone_events::note(const known_phone& phone, event_origin from)
{
    auto record = phone_record(all_, phone);
    const bool here = all_.status_of(phone) != connection_status::offline;
    const auto readiness = record.at("readiness");
    const auto alert = here ? alert_of(phone) : ordered_json();
    record.erase("last_seen_at"); // another one each time
    auto rest = record;
    rest.erase("readiness");
    const bool first = !told_.contains(phone.id);
    told& before = told_[phone.id];
    const auto publish = [&](std::string_view type, const char* name, const ordered_json& what) {
        if (from == event_origin::here)
            to_.publish(phone.account_id, type, {{"phone_id", phone.id}, {name, what}});
    };
    if (replaces(before.rest, rest))
        publish("phone", "phone", record);
    if (replaces(before.readiness, readiness))
        publish("readiness", "readiness", readiness);
    if (replaces(before.alert, alert) && !(first && alert.is_null()))
        publish("alert", "alert", alert);
}

void phone_events::note_all_of(const std::string& desktop_id, event_origin from)
{
    for (const auto& each : all_.held_by(desktop_id))
        note(*each, from);
}

void phone_events::prune()
{
    std::set<std::string_view> known;
    for (const auto& each : all_.all())
        known.insert(each->id);
    std::erase_if(told_, [&](const auto& each) { return !known.contains(each.first); });
}

} // namespace thimble::service
