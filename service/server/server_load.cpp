// Figures of a service for its metrics.
#include "service/server/server_parts.hpp"

namespace thimble::service {

namespace {

void add_latencies(load& to, const link::video_figures& of)
{
    const auto add = [](auto& list, const std::optional<link::latency_spread>& measured) {
        if (measured)
            list.push_back({.p50 = measured->p50, .p95 = measured->p95});
    };
    add(to.taps_to_pictures, of.tap_to_picture);
    add(to.picture_ages, of.picture_age);
}

} // namespace

load server::implementation::load_now() const
{
    load out;
    for (const auto& each : known.all()) {
        const bool connected = known.status_of(*each) != connection_status::offline;
        ++(connected ? out.phones_connected : out.phones_offline);
        if (connected && each->state.video)
            add_latencies(out, *each->state.video);
    }
    out.desktops_connected = known.desktops(true);
    out.desktops_away = known.desktops(false);
    out.commands_under_way = sender.under_way();
    out.longest_queue = sender.longest_queue();
    out.viewers = live.viewers();
    out.streams = live.streams();
    out.sessions = agents.live_sessions();
    out.followers = audience.size();
    out.leases = leased.size();
    out.waiting_for_phones = waiting.waiting();
    if (among_nodes)
        out.other_nodes = among_nodes->others();
    return out;
}

} // namespace thimble::service
