// The service as one of several nodes.
#include "service/phones/phone_row_mapping.hpp"
#include "service/server/server_parts.hpp"
#include "text/enum_words.hpp"
#include "text/json_member.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace thimble::service {

namespace asio = boost::asio;

std::unique_ptr<nodes::node>
server::implementation::node_among(const boost::asio::any_io_executor& home,
                                   const std::shared_ptr<spdlog::logger>& log)
{
    if (!options.transport)
        return nullptr;
    using self = server::implementation;
    return std::make_unique<nodes::node>(nodes::node_dependencies{
        .home = home,
        .over = options.transport(home),
        .id = node_id,
        .key_mark = options.master_key->derive("thimble nodes").substr(0, 16),
        .enrolled = enrolled,
        .awaited = [this](const std::string& id) { return kept.adopted_ids(id); },
        .connected = std::bind_front(&self::connect_elsewhere, this),
        .phone_changed = std::bind_front(&self::change_elsewhere, this),
        .host_changed = std::bind_front(&phones::host_changed, &known),
        .gone = std::bind_front(&self::part_elsewhere, this),
        .attached = std::bind_front(&self::attached_to, this),
        .reload = std::bind_front(&self::take_over, this),
        .reload_phone = std::bind_front(&self::take_over_phone, this),
        .catch_up = std::bind_front(&self::catch_up, this),
        .written = [this] { return store.written(); },
        .give_order = std::bind_front(&self::give_order, this),
        .session_changed = std::bind_front(&self::hear_of_session, this),
        .load_of = std::bind_front(&self::load_of, this),
        .use_changed = [this](const auto& phone_id) { waiting.look_for_waiters(phone_id); },
        .requests_wait = [this] { return waiting.waiting() > 0; },
        .wait_in_queue = std::bind_front(&self::wait_for_other, this),
        .places_in_queue = std::bind_front(&self::places_for_other, this),
        .look_around = [this] { waiting.look_at_nodes(); },
        .answer = [this](const http::request& what,
                         http::caller& from) { return entrance.handle(what, from); },
        .event = std::bind_front(&self::hear_event, this),
        .in_store = std::bind_front(&self::nodes_by_store, this),
        .open_jobs = std::bind_front(&self::open_jobs_among, this),
        .renew = std::bind_front(&self::beat, this),
        .regained = [this] { linked.send_waiting(); },
        .counts = std::bind_front(&self::counts_now, this),
        .take_counts = std::bind_front(&self::take_counts, this),
        .node_gone = [this](const std::string& node) { events.forget_run(run_of_node(node)); },
        .lost = std::bind_front(&self::end_what_is_followed, this),
        .times = options.leases,
        .log = log});
}

void server::implementation::hear_of_session(const std::string& phone_id,
                                             const std::string& session_id,
                                             const sessions::session_beginner& by)
{
    if (const auto kind = parse_enum_word<actor_kind>(by.kind))
        begun.hear(phone_id, session_id, {.kind = *kind, .id = by.id});
    waiting.look_for_waiters(phone_id);
}

nodes::phone_load server::implementation::load_of(const std::string& phone_id) const
{
    const auto phone = known.of_any_account(phone_id);
    return {.queued = sender.queue_depth(phone_id),
            .viewers = phone ? live.viewers_of(*phone) : 0,
            .kept = waiting.holds(phone_id)};
}

void server::implementation::hear_event(const std::string& node, nodes::told_event what)
{
    if (what.type == "job") {
        waiting.look_for_waiters(what.phone_id); // it may be free now
        note_act_elsewhere(what);
    }
    if (what.number > 0)
        events.hear(what.account_id,
                    {.run = run_of_node(node), .number = static_cast<std::uint64_t>(what.number)},
                    what.type,
                    {.phone_id = std::move(what.phone_id), .data = std::move(what.data)});
}

/// An agent's own acts are done where it is.
void server::implementation::note_act_elsewhere(const nodes::told_event& what)
{
    if (!agents.lives_here(what.phone_id))
        return;
    const auto told = nlohmann::json::parse(what.data, nullptr, false);
    ended_act act{.job_id = member<std::string>(told, "job_id"),
                  .action = member<std::string>(told, "action"),
                  .status = member<std::string>(told, "status")};
    if (!act.job_id.empty() && !act.action.empty())
        agents.note_act_elsewhere(what.phone_id, act);
}

/// Streams and followers of a node that has lost its lease.
void server::implementation::end_what_is_followed()
{
    live.end_all();
    audience.end_all();
    linked.doubt_delivered();
}

void server::implementation::connect_elsewhere(desktop_record who, std::shared_ptr<desktop> via)
{
    // Phones that are shown here have been told to be back since.
    if (!among_nodes->returning() || !known.attached_to(who.id).empty())
        told_gone.erase(who.id);
    on_connect(std::move(who), std::move(via));
}

void server::implementation::change_elsewhere(const std::string& desktop_id,
                                              const link::phone_state& state)
{
    if (const auto phone = known.changed(desktop_id, state)) {
        live.phone_changed(*phone);
        // The node with the link has not heard that they were told to have gone.
        const bool back = among_nodes->returning() && told_gone.contains(desktop_id);
        changes.note(*phone, back ? event_origin::here : event_origin::elsewhere);
        waiting.look_for_waiters(phone->id);
    }
}

void server::implementation::part_elsewhere(const std::string& desktop_id)
{
    known.desktop_gone(desktop_id);
    live.desktop_changed(desktop_id);
    const auto teller = among_nodes->forgetting() ? teller_of(desktop_id) : event_origin::elsewhere;
    if (teller == event_origin::here)
        told_gone.insert(desktop_id);
    else
        told_gone.erase(desktop_id);
    changes.note_all_of(desktop_id, teller);
    forget_ownerless(known.held_by(desktop_id));
}

/// A node that is cut off may not have heard that the desktop has linked elsewhere: it neither
/// writes down nor tells what may not be so.
void server::implementation::note_absence(const std::string& desktop_id)
{
    if (has_lease()) {
        if (among_nodes)
            told_gone.insert(desktop_id);
        return part(desktop_id);
    }
    known.desktop_gone(desktop_id);
    live.desktop_changed(desktop_id);
    changes.note_all_of(desktop_id, event_origin::elsewhere);
}

void server::implementation::keep_last_seen(const std::string& desktop_id)
{
    archive.keep_last_seen_soon(known.attached_to(desktop_id));
}

std::vector<std::string> server::implementation::attached_to(const std::string& desktop_id) const
{
    std::vector<std::string> out;
    for (const auto& each : known.attached_to(desktop_id))
        out.push_back(each->state.udid);
    return out;
}

/// One after another: an earlier reading that ends later would bring back what has gone.
asio::awaitable<bool> server::implementation::take_over()
{
    const auto turn = co_await rights_reads.take();
    const bool everything = co_await owners.reload() && co_await enrolled.reload() &&
                            co_await programs.reload() && co_await hooks.reload();
    accounts_changed(); // a grant may be gone
    forget_ownerless(known.all());
    co_return everything;
}

void server::implementation::forget_ownerless(const std::vector<phone_ptr>& among)
{
    std::vector<phone_ptr> gone; // forgetting one changes the list of all
    std::ranges::copy_if(among, std::back_inserter(gone), [this](const auto& each) {
        return !owners.has(each->account_id) &&
               known.status_of(*each) == connection_status::offline;
    });
    for (const auto& each : gone)
        forget_in_memory(each);
}

void server::implementation::forget_in_memory(const phone_ptr& phone)
{
    archive.note_forgotten(phone->id);
    live.phone_forgotten(*phone);
    leased.take_over(phone, std::nullopt);
    known.forget(*phone);
}

asio::awaitable<bool> server::implementation::take_over_everywhere()
{
    const bool read = co_await take_over();
    if (among_nodes)
        co_await among_nodes->have_others_reload();
    co_return read;
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
    return {.note =
                [this](const std::string& id, const std::string& phone_id, bool lives) {
                    among_nodes->sessions().note(id, phone_id, lives);
                    if (const auto by = begun.beginner_of(phone_id, id); by && lives)
                        among_nodes->sessions().note_beginner(
                            id, {.kind = std::string(enum_word(by->kind)), .id = by->id});
                },
            .leave =
                [this](const std::string& id, const std::string& phone_id) {
                    among_nodes->sessions().leave(id, phone_id);
                },
            .active =
                [this](const std::string& phone_id) {
                    return among_nodes->sessions().active(phone_id);
                },
            .pass_on =
                [this](sessions::session_order what) {
                    return among_nodes->sessions().pass_on(std::move(what));
                }};
}

/// The end of a lease, or of a node, is seen by all: one of them tells of it.
event_origin server::implementation::teller_of(std::string_view what) const
{
    return !among_nodes || among_nodes->is_place_of(what) ? event_origin::here
                                                          : event_origin::elsewhere;
}

void server::implementation::spread_events()
{
    begun.when_noted([this](const std::string& session_id, const actor& by) {
        among_nodes->sessions().note_beginner(
            session_id, {.kind = std::string(enum_word(by.kind)), .id = by.id});
    });
    events.when_happened([this](const std::string& account_id, const event_source& from,
                                std::string_view type, const event_content& what) {
        among_nodes->tell_event({.account_id = account_id,
                                 .number = static_cast<std::int64_t>(from.number),
                                 .type = std::string(type),
                                 .phone_id = what.phone_id,
                                 .data = what.data});
    });
}

void server::implementation::share_contents(const boost::asio::any_io_executor& home)
{
    contents = std::make_unique<content_of_nodes>(
        content_of_nodes::dependencies{.home = home,
                                       .others = among_nodes->requests(),
                                       .kept = kept,
                                       .pictures = pictures.of_jobs(),
                                       .shown_pictures = pictures.of_sessions(),
                                       .recorded = recorded,
                                       .known = known});
    auto& from = *contents;
    offered.learn_frame = std::bind_front(&content_of_nodes::learn_frame, &from);
    offered.learn_ref = std::bind_front(&content_of_nodes::learn_ref, &from);
    offered.learn_screen = std::bind_front(&content_of_nodes::learn_screen, &from);
    offered.use_elsewhere = [this](const std::string& phone_id) {
        const auto sum = among_nodes->loads()->elsewhere(phone_id);
        return phone_use{.queue_depth = sum.queued, .streaming = sum.viewers > 0};
    };
    loads = among_nodes->loads();
    live.when_viewers_change([this](const std::string& phone_id) { note_load(phone_id); });
}

asio::awaitable<store::outcome<server::implementation::stored_phones>>
server::implementation::read_phones(std::function<stored_phones(store::transaction&)> how)
{
    for (;;) {
        const auto before = leased.changes() + archive.changes();
        co_await store.written();
        auto read = co_await store.read(how);
        if (!read || before == leased.changes() + archive.changes())
            co_return read;
    }
}

asio::awaitable<bool> server::implementation::take_over_phone(nodes::phone_change what)
{
    const auto turn = co_await phone_reads.take();
    const auto read = co_await read_phones([what](store::transaction& on) {
        stored_phones out;
        if (auto row = store::find_phone(on, what.account_id, what.phone_id))
            out.content.phones.push_back(std::move(*row));
        if (auto held = find_lease(on, what.phone_id))
            out.held.push_back(std::move(*held));
        if (what.selected)
            out.content.selections = store::selections_of(on, what.account_id);
        return out;
    });
    if (!read)
        co_return false;
    const auto& rows = read->content.phones;
    apply_phone(rows.empty() ? std::nullopt : std::optional(rows.front()), what.phone_id,
                read->held.empty() ? std::nullopt : std::optional(read->held.front().of));
    restore_selections(read->content.selections);
    const auto phone = known.of_any_account(what.phone_id);
    if (!phone)
        co_return true;
    changes.note_all_of(phone->desktop_id, event_origin::elsewhere);
    waiting.look_for_waiters(phone->id);
    co_return true;
}

asio::awaitable<bool> server::implementation::catch_up()
{
    if (!co_await take_over() || !co_await drop_taken())
        co_return false;
    const auto turn = co_await phone_reads.take();
    const auto read = co_await read_phones([](store::transaction& on) {
        return stored_phones{.content = phone_archive::read(on), .held = all_leases(on)};
    });
    if (!read)
        co_return false;
    std::map<std::string, lease> held;
    for (const auto& each : read->held)
        held.insert_or_assign(each.phone_id, each.of);
    std::set<std::string> stored;
    for (const auto& row : read->content.phones) {
        const auto found = held.find(row.id);
        apply_phone(row, row.id, found == held.end() ? std::nullopt : std::optional(found->second));
        stored.insert(row.id);
    }
    for (const auto& each : std::vector(known.all()))
        if (!stored.contains(each->id))
            apply_phone(std::nullopt, each->id, std::nullopt);
    restore_selections(read->content.selections);
    co_return true;
}

/// As the store has them: of two that were made at two nodes at once, all nodes have the later.
void server::implementation::restore_selections(const std::vector<store::selection_row>& all)
{
    for (const auto& each : all)
        known.restore_selection(each.account_id, each.desktop_id, each.phone_id);
}

/// One that is connected stays: its row is written as soon as it changes. Not so while its desktop
/// is awaited: a node that has not heard of that had it forgotten.
void server::implementation::apply_phone(const std::optional<store::phone_row>& row,
                                         const std::string& phone_id,
                                         const std::optional<lease>& leased_now)
{
    auto phone = known.of_any_account(phone_id);
    if (!row) {
        if (!phone || (known.status_of(*phone) != connection_status::offline &&
                       !linked.awaits(phone->desktop_id)))
            return;
        return forget_in_memory(phone);
    }
    if (!phone) {
        known.restore(read_phone(*row));
        phone = known.of_any_account(phone_id);
    }
    archive.take_over(*phone, *row);
    leased.take_over(phone, leased_now);
}

/// By credential and by address: no secrets.
nlohmann::json server::implementation::counts_now()
{
    auto out = nlohmann::json::object();
    if (auto spent = limiter.take_spent(); !spent.empty())
        out["requests"] = std::move(spent);
    if (auto spent = wrong_keys.take_spent(); !spent.empty())
        out["wrong_keys"] = std::move(spent);
    return out;
}

void server::implementation::take_counts(const nlohmann::json& of_other)
{
    const auto now = rate_limiter::clock::now();
    const auto take = [&](const char* name, rate_limiter& limited) {
        const auto found = of_other.find(name);
        if (found == of_other.end() || !found->is_object())
            return;
        for (const auto& [key, count] : found->items())
            if (count.is_number())
                limited.spend(key, count.get<double>(), now);
    };
    take("requests", limiter);
    take("wrong_keys", wrong_keys);
}

std::function<asio::awaitable<void>(std::string, std::string)>
server::implementation::phone_spreader()
{
    if (!among_nodes)
        return nullptr;
    return [this](std::string account_id, std::string phone_id) {
        return among_nodes->have_others_reload(
            {.account_id = std::move(account_id), .phone_id = std::move(phone_id)});
    };
}

asio::awaitable<void> server::implementation::spread_of_phone(phone_ptr phone, bool selected)
{
    return among_nodes->have_others_reload(
        {.account_id = phone->account_id, .phone_id = phone->id, .selected = selected});
}

void server::implementation::spread_rights_soon()
{
    if (among_nodes)
        among_nodes->have_others_reload_soon();
}

std::function<asio::awaitable<void>()> server::implementation::spreader()
{
    if (!among_nodes)
        return nullptr;
    return [this] { return among_nodes->have_others_reload(); };
}

} // namespace thimble::service
