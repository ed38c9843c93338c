// The service as one of several nodes.
#include "service/server/server_parts.hpp"
#include "text/uuid.hpp"

namespace thimble::service {

namespace asio = boost::asio;

std::unique_ptr<nodes::node>
server::implementation::node_among(const boost::asio::any_io_executor& home,
                                   const std::shared_ptr<spdlog::logger>& log)
{
    if (!options.transport)
        return nullptr;
    return std::make_unique<nodes::node>(nodes::node_dependencies{
        .home = home,
        .over = options.transport(home),
        .id = random_uuid(),
        .key_mark = options.master_key->derive("thimble nodes").substr(0, 16),
        .enrolled = enrolled,
        .awaited = [this](const std::string& id) { return kept.adopted_ids(id); },
        .connected =
            [this](desktop_record who, std::shared_ptr<desktop> via) {
                on_connect(std::move(who), std::move(via));
            },
        .phone_changed = [this](const std::string& id,
                                const link::phone_state& state) { change_elsewhere(id, state); },
        .gone = [this](const std::string& id) { part_elsewhere(id); },
        .reload = [this] { return take_over(); },
        .give_order = [this](sessions::session_order what) { return give_order(std::move(what)); },
        .event =
            [this](const std::string& account_id, const std::string& type,
                   nlohmann::ordered_json data) {
                events.publish(account_id, type, std::move(data), event_origin::elsewhere);
            },
        .lost =
            [this] {
                live.end_all();
                audience.end_all();
            },
        .times = options.leases,
        .log = log});
}

void server::implementation::change_elsewhere(const std::string& desktop_id,
                                              const link::phone_state& state)
{
    if (const auto phone = known.changed(desktop_id, state)) {
        live.phone_changed(*phone);
        changes.note(*phone, event_origin::elsewhere);
        waiting.look_at(phone->id);
    }
}

void server::implementation::part_elsewhere(const std::string& desktop_id)
{
    known.desktop_gone(desktop_id);
    live.desktop_changed(desktop_id);
    changes.note_all_of(desktop_id, event_origin::elsewhere);
}

asio::awaitable<bool> server::implementation::take_over_everywhere()
{
    const bool here = co_await take_over();
    if (among_nodes)
        co_await among_nodes->have_others_reload();
    co_return here;
}

asio::awaitable<result<void>> server::implementation::give_order(sessions::session_order what)
{
    if (what.what == sessions::control::message)
        return agents.hear(std::move(what.account_id), std::move(what.session_id),
                           std::move(what.message));
    return agents.apply(std::move(what.account_id), std::move(what.session_id), what.what);
}

/// The nodes are made later.
sessions::sessions_elsewhere server::implementation::sessions_elsewhere()
{
    if (!options.transport)
        return {};
    return {.note = [this](const std::string& id,
                           bool lives) { among_nodes->sessions().note(id, lives); },
            .pass_on =
                [this](sessions::session_order what) {
                    return among_nodes->sessions().pass_on(std::move(what));
                }};
}

/// What happens to phones each node tells of by itself, as it hears of their states.
void server::implementation::spread_events()
{
    events.when_happened([this](const std::string& account_id, std::string_view type,
                                const nlohmann::ordered_json& data) {
        if (type != "phone" && type != "readiness" && type != "alert")
            among_nodes->tell_event(account_id, type, data);
    });
}

std::function<asio::awaitable<void>()> server::implementation::spreader()
{
    if (!among_nodes)
        return nullptr;
    return [this] { return among_nodes->have_others_reload(); };
}

} // namespace thimble::service
