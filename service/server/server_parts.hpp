// Parts of a service.
#pragma once

#include "async/lane.hpp"
#include "http/listener.hpp"
#include "http/own_addresses.hpp"
#include "service/admin/admin_handler.hpp"
#include "service/agent_loop/agent_sessions.hpp"
#include "service/agent_loop/followers.hpp"
#include "service/audit/audit_log.hpp"
#include "service/desktops/desktops.hpp"
#include "service/device_links/links.hpp"
#include "service/gateway/gateway.hpp"
#include "service/jobs/recovery.hpp"
#include "service/leases/phone_leases.hpp"
#include "service/leases/phone_queue.hpp"
#include "service/mcp_tools/mcp_service.hpp"
#include "service/nodes/node.hpp"
#include "service/oauth/authorization_server.hpp"
#include "service/recordings/recordings.hpp"
#include "service/rest/contract_texts.hpp"
#include "service/rest/endpoints.hpp"
#include "service/rest/metrics_endpoints.hpp"
#include "service/server/content_of_nodes.hpp"
#include "service/server/kept_pictures.hpp"
#include "service/server/node_rows.hpp"
#include "service/server/phone_events.hpp"
#include "service/server/phone_log.hpp"
#include "service/server/server.hpp"
#include "service/webhooks/webhooks.hpp"
#include "store/threaded_database.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Owners first, users after them.
struct server::implementation {
    implementation(const boost::asio::any_io_executor& home,
                   server_options given,
                   const std::shared_ptr<spdlog::logger>& log);

    /// nullptr where this node is alone.
    std::unique_ptr<nodes::node> node_among(const boost::asio::any_io_executor& home,
                                            const std::shared_ptr<spdlog::logger>& log);

    link_dependencies links_surroundings(const boost::asio::any_io_executor& home,
                                         const std::shared_ptr<spdlog::logger>& log);

    void on_connect(desktop_record record, std::shared_ptr<desktop> via);

    void change(const std::string& desktop_id, const link::phone_state& state);

    void part(const std::string& desktop_id);

    /// The same of one that has not linked again in time.
    void note_absence(const std::string& desktop_id);

    /// The same of one whose link ends with this node: no other node writes it down.
    void keep_last_seen(const std::string& desktop_id);

    /// UDIDs of the phones that a desktop has.
    std::vector<std::string> attached_to(const std::string& desktop_id) const;

    /// Writes down what the phone has said of itself.
    void keep_soon(const known_phone& phone);

    /// The phone's record, or what hinders others from using it, is another than before.
    void note_phone(const known_phone& phone, event_origin from = event_origin::here);

    /// The node that tells of what every node sees by itself.
    event_origin teller_of(std::string_view what) const;

    /// Of events of that node.
    static std::string run_of_node(const std::string& id) { return id.substr(0, 8); }

    // The same for a desktop whose link ends at another node, which writes down what lasts.
    void connect_elsewhere(desktop_record who, std::shared_ptr<desktop> via);
    void change_elsewhere(const std::string& desktop_id, const link::phone_state& state);
    void part_elsewhere(const std::string& desktop_id);
    void hear_of_session(const std::string& phone_id,
                         const std::string& session_id,
                         const sessions::session_beginner& by);
    nodes::phone_load load_of(const std::string& phone_id) const;
    void hear_event(const std::string& node, nodes::told_event what);
    void end_what_is_followed();

    /// Deletes what is too old, as long as the service runs.
    boost::asio::awaitable<void> keep_up();

    store::database_options store_options();

    /// Of prompts that find elements, which belong to no session.
    vision::element_finder::biller look_biller();

    /// The bundle id of the app in front; empty where the phone does not say.
    boost::asio::awaitable<std::string> front_app(std::string account_id, std::string phone_id);

    /// Keys, sign-ins or grants may have gone.
    void accounts_changed();

    void end_leases_of_the_revoked();

    /// Sessions that the end of a former run has cut off have failed.
    void end_sessions_of_former_run();

    /// Takes over what an operator has changed in the store.
    boost::asio::awaitable<bool> take_over();

    /// The same, here and at every other node.
    boost::asio::awaitable<bool> take_over_everywhere();

    /// Takes over a change of a phone by another node. False when the store fails.
    boost::asio::awaitable<bool> take_over_phone(nodes::phone_change what);
    void restore_selections(const std::vector<store::selection_row>& all);

    /// Phones by the store, read after all that this node has changed about phones.
    struct stored_phones {
        phone_archive::content content;
        std::vector<lease_row> held;
    };
    boost::asio::awaitable<store::outcome<stored_phones>>
    read_phones(std::function<stored_phones(store::transaction&)> how);

    /// Takes over all that this node may have missed of the others. False when the store fails.
    boost::asio::awaitable<bool> catch_up();

    /// Forgets, in memory, those of these phones whose accounts are deleted. One that is attached
    /// goes with its desktop, which goes a moment after its account.
    void forget_ownerless(const std::vector<phone_ptr>& among);

    /// It has no row in the store any more.
    void forget_in_memory(const phone_ptr& phone);

    /// In memory, as the store has it; nothing: it has been forgotten.
    void apply_phone(const std::optional<store::phone_row>& row,
                     const std::string& phone_id,
                     const std::optional<lease>& leased_now);

    /// The answer of the node at which lives what the request is about, if that is another one.
    std::optional<boost::asio::awaitable<http::response>> pass_on(const http::request& what,
                                                                  http::caller& from);

    /// The queue for any phone, as far as it lives here.
    phone_queue::dependencies queue_surroundings(const boost::asio::any_io_executor& home);

    // For the part of it that lives elsewhere, and for requests of other nodes.
    std::unique_ptr<phone_queue::elsewhere> queue_elsewhere();
    boost::asio::awaitable<std::optional<nodes::relayed_queue::turn>>
    wait_for_other(nlohmann::json what, http::caller& from);
    nlohmann::json places_for_other(const std::string& account_id, std::int64_t most) const;

    /// The use of a phone by this node may be another than before: the others hear of it.
    void note_load(const std::string& phone_id);

    // Requests taken here of limits that hold for all nodes together.
    nlohmann::json counts_now();
    void take_counts(const nlohmann::json& of_other);

    /// The other nodes hear of events as well.
    void spread_events();
    void note_act_elsewhere(const nodes::told_event& what);

    /// This node and the others tell each other what one of them has.
    void share_contents(const boost::asio::any_io_executor& home);

    /// To a session of this node.
    boost::asio::awaitable<result<void>> give_order(sessions::session_order what);

    /// Empty where this node is alone.
    sessions::sessions_elsewhere sessions_elsewhere();

    /// Has every other node take over the rights in the store; nullptr where there is none.
    std::function<boost::asio::awaitable<void>()> spreader();

    /// The same some time soon: nobody waits for it.
    void spread_rights_soon();

    /// Has every other node take over a phone as the store has it; nullptr where there is none.
    std::function<boost::asio::awaitable<void>(std::string account_id, std::string phone_id)>
    phone_spreader();
    boost::asio::awaitable<void> spread_of_phone(phone_ptr phone, bool selected);

    /// The other nodes that are there, as the store says; nothing when it fails.
    boost::asio::awaitable<std::optional<std::vector<std::string>>> nodes_by_store();

    /// Of these jobs, those that have not ended, as the store says; nothing when it fails.
    boost::asio::awaitable<std::optional<std::set<std::string>>>
    open_jobs_among(std::string account_id, std::set<std::string> ids);

    /// Says in the store that this node is there.
    boost::asio::awaitable<bool> beat();

    /// Jobs are this node's, and none goes out without a lease.
    void join_nodes();

    /// True for a service that is alone, too.
    bool has_lease() const;

    /// Lets go of sessions and jobs that are another node's by now. False when the store fails.
    boost::asio::awaitable<bool> drop_taken();

    // Work that nodes have left which are gone.
    boost::asio::awaitable<void> take_over_from_the_silent();
    boost::asio::awaitable<void> take_over_work_of(std::string silent);
    boost::asio::awaitable<void> unless_it_throws(boost::asio::awaitable<void> part);
    boost::asio::awaitable<void> look_at_doubtful_work();
    void go_on_with(left_work taken, std::string_view of);
    void settle_taken(const std::vector<store::job_row>& jobs);
    boost::asio::awaitable<void> give_up_later(std::vector<std::string> job_ids);
    boost::asio::awaitable<job_ptr> find_act(std::string account_id, std::string id);

    /// Has a desktop link again whose greeting is older than jobs that this node has taken up.
    void ask_again_for_left_jobs(const std::string& desktop_id, const desktop& via);

    /// It accepts no connections any more, and takes no requests of other nodes.
    void begin_to_leave();

    /// Before it ends: all that has not ended here is for the others. The last acts of
    /// agents are within that time as well.
    boost::asio::awaitable<void> leave_nodes(std::chrono::milliseconds time_for_last_writes);

    /// As threaded_database::end_within(), of rows and pictures.
    void end_writes_within(std::chrono::milliseconds time)
    {
        store.end_within(time);
        pictures.end_within(time);
    }

    void tell(const recording& what);

    /// An agent has done something on a phone, and not only looked at it.
    void note_act_of_agent(const job& ended, const std::string& session_id);

    /// A session has another status: with its end its recording ends.
    void note_session(const sessions::facts& of);

    load load_now() const;

    /// /mcp, which takes tokens of programs as well.
    std::vector<service::endpoint> mcp_rows();

    server_options options;
    const std::string node_id; // made anew at each start
    std::string id_suffix;     // of what this node alone knows; empty where it is alone
    own_addresses here;
    std::shared_ptr<spdlog::logger> logger;
    std::vector<left_work> doubtful_work; // that may be this node's by now
    bool leaving_nodes = false;           // what others leave is not for this one any more
    std::chrono::steady_clock::time_point drained_by{}; // requests under way, once it ends
    std::set<std::string> overfull;  // desktops of whose phones the log has been told
    std::set<std::string> told_gone; // desktops: this node was the last to tell that they are away
    metrics meter;
    store::threaded_database store;
    accounts owners;
    audit_log audit;
    desktops enrolled;
    enrolments enrolling;
    secret_store secrets;
    password_authenticator passwords;
    one_time_links sign_in_links;
    phones known;
    account_events events;
    phone_events changes;
    phone_log told_phones; // where nobody else logs it: the desktops are elsewhere
    webhooks hooks;
    oauth::authorization_server programs;
    kept_pictures pictures;
    jobs kept;
    dispatcher sender;
    std::unique_ptr<models::client> model;        // nullptr: none is configured
    std::unique_ptr<vision::element_finder> eyes; // the same
    agent_sessions agents;
    begun_sessions begun;
    recovery open_ends;
    phone_archive archive;
    phone_leases leased;
    std::weak_ptr<nodes::phone_loads> loads;                   // where there are other nodes
    std::unique_ptr<phone_queue::elsewhere> waiting_elsewhere; // the same
    phone_queue waiting;
    live_pictures live;
    recordings recorded;
    followers audience;
    async::lane rights_reads;                   // of what operators and other nodes have written
    async::lane phone_reads;                    // the same
    std::unique_ptr<nodes::node> among_nodes;   // nullptr: this one is alone
    std::unique_ptr<content_of_nodes> contents; // the same
    links linked;
    readiness ready;
    idempotency answered;
    api::services offered;
    table endpoints;
    api::contract_texts contract_text; // reads the table
    rate_limiter limiter;
    rate_limiter wrong_keys;
    gateway entrance;
    mcp_tools::mcp_service mcp_clients; // over the Model Context Protocol
    http::listener wire;
    admin_handler commands;
    http::listener operators;
    async::task_group beside; // the listener: the admin socket, the upkeep
};

} // namespace thimble::service
