// Desktops that link: their phones as they come, change and go.
#include "service/server/server_parts.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service {

link_dependencies
server::implementation::links_surroundings(const boost::asio::any_io_executor& home,
                                           const std::shared_ptr<spdlog::logger>& log)
{
    return {.home = home,
            .enrolled = enrolled,
            .limits = options.limits.links,
            .node = node_id,
            .awaited = [this](const std::string& id) { return kept.adopted_ids(id); },
            .connected =
                [this](desktop_record who, std::shared_ptr<desktop> via) {
                    told_gone.erase(who.id);
                    on_connect(std::move(who), std::move(via));
                },
            .phone_changed = [this](const std::string& id,
                                    const link::phone_state& state) { change(id, state); },
            .host_changed =
                [this](const std::string& id, std::vector<link::blocker> blockers) {
                    known.host_changed(id, std::move(blockers));
                },
            .gone = [this](const std::string& id) { part(id); },
            .stayed_away = [this](const std::string& id) { note_absence(id); },
            .left = [this](const std::string& id) { keep_last_seen(id); },
            .attached = [this](const std::string& id) { return attached_to(id); },
            .log = log,
            .relay = among_nodes ? &among_nodes->relay() : nullptr,
            .may_send = [this] { return has_lease(); },
            .is_open = [this](const std::string& id) { return sender.is_kept_open(id); }};
}

void server::implementation::on_connect(desktop_record record, std::shared_ptr<desktop> via)
{
    const auto id = record.id;
    open_ends.ask(id, via);
    ask_again_for_left_jobs(id, *via);
    known.desktop_connected(std::move(record), std::move(via));
    live.desktop_changed(id);
}

void server::implementation::change(const std::string& desktop_id, const link::phone_state& state)
{
    if (const auto phone = known.changed(desktop_id, state)) {
        keep_soon(*phone);
        live.phone_changed(*phone);
        note_phone(*phone);
        if (options.takes_operators)
            told_phones.note(*phone);
    } else if (overfull.insert(desktop_id).second) {
        logger->warn("desktop {} has made {} phones known, and no more are taken from it; forget "
                     "some of those that are offline with DELETE /v1/phones/{{phone_id}}",
                     desktop_id, most_phones_of_a_desktop);
    }
}

void server::implementation::part(const std::string& desktop_id)
{
    known.desktop_gone(desktop_id);
    live.desktop_changed(desktop_id);
    changes.note_all_of(desktop_id);
    if (options.takes_operators)
        told_phones.note_all_of(desktop_id);
    enrolled.note_departure(desktop_id);
    for (const auto& each : known.held_by(desktop_id))
        keep_soon(*each);
    forget_ownerless(known.held_by(desktop_id));
}

/// The desktop of an account that is deleted goes a moment after it: its phones are not to come
/// back into the store.
void server::implementation::keep_soon(const known_phone& phone)
{
    if (owners.has(phone.account_id))
        archive.keep_soon(phone);
}

} // namespace thimble::service
