// The links of this node, as the other nodes take part in them.
#pragma once

#include "bus/message_bus.hpp"
#include "service/device_links/link_relay.hpp"
#include "service/nodes/channel.hpp"
#include "service/nodes/gathered_messages.hpp"
#include "service/nodes/settled_jobs.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace thimble::service::nodes {

/// For what is under way when a daemon is asked to link again.
inline constexpr std::chrono::milliseconds time_to_link_again{1'000};

/// Home thread. Takes messages for the daemons from other nodes, as long as their links live, and
/// passes on to each node what is of its jobs and streams.
class relayed_links final : public link_relay {
public:
    struct dependencies {
        boost::asio::any_io_executor home;
        bus::message_bus& over;
        channel& out;
        std::function<bool(const std::string& node)> is_there; // it may hold a lease
        std::function<bool()> has_lease; // else a command may have been on its way for long
        std::function<void(const std::string& desktop_id)> took_over; // a link counts here now
        std::shared_ptr<spdlog::logger> log;
    };

    explicit relayed_links(dependencies given);

    void begun(own_link which) override;
    void ended(const std::string& desktop_id, std::int64_t epoch, bool moves) override;
    void stayed_away(const std::string& desktop_id, std::int64_t epoch, bool told) override;
    void phone_changed(const std::string& desktop_id, const link::phone_state& state) override;
    void host_changed(const std::string& desktop_id, const link::host_state& state) override;
    bool pass_on(const std::string& desktop_id, const link::started& said) override;
    bool pass_on(const std::string& desktop_id, const link::result& said) override;
    bool pass_on(const std::string& desktop_id,
                 const link::frame_header& header,
                 std::span<const std::byte> picture) override;

    /// Messages of another node for daemons. The reply names those that it has not taken, by their
    /// places: they have gone nowhere.
    void take_orders(const bus::message& asked, const envelope& what);

    /// Jobs that another node waits for.
    void take_claim(const envelope& what);

    /// All that has been said so far goes out within the call.
    void tell_now() { answers_.tell_now(); }

    static constexpr const char* refused_member = "refused";

    /// All links, for a node that has missed some news; `also` tells what else there is.
    void tell_links_to(const std::string& node, const std::function<void()>& also);

    /// Has the daemon of a link of this node link again. False where there is none.
    bool renew_link(const std::string& desktop_id);

    /// That node is gone: its streams end. Its jobs stay, for whoever claims them.
    void forget(const std::string& node);

    /// Another node has stored the results of these.
    void settle(const settled_jobs::by_link& jobs);

    /// Results on one link that nobody has settled.
    struct unsettled {
        std::string account_id;
        std::string desktop_id;
        std::int64_t epoch = 0;
        std::set<std::string> job_ids; // few enough to be looked up at once
    };

    /// Until when results were said that are looked up in the store: those that a node which is
    /// there has claimed, whose word that it has stored them was lost, and the others.
    struct said_before {
        std::chrono::steady_clock::time_point claimed;
        std::chrono::steady_clock::time_point unclaimed;
    };
    std::vector<unsettled> unsettled_since(said_before when) const;

    /// Of them, the store has no end of `open`: the journal keeps these for whoever waits for them
    /// or takes them up, and may forget the others.
    void settle_stored(const unsettled& which, const std::set<std::string>& open);

private:
    struct relayed_stream {
        std::string node;
        link::stream wanted;
    };

    struct relayed {
        own_link which;
        std::map<std::string, link::phone_state> phones = {}; // by UDID, those attached
        std::optional<link::host_state> host = {};            // nothing: it was never told
        std::map<std::string, std::string> jobs = {};         // nodes by job id

        /// Results that nobody has settled, by job id: when they were said.
        std::map<std::string, std::chrono::steady_clock::time_point> said = {};

        std::map<std::string, relayed_stream> streams = {}; // by stream id
    };

    static envelope news_of(const relayed& what, std::string_view kind);
    static envelope announcement_of(const relayed& what);
    static envelope host_news_of(const relayed& what);
    relayed* find(const std::string& desktop_id);
    relayed* find(const link_of_desktop& which);
    bool is_claimed(const relayed& at, const std::string& job_id) const;
    static bool is_open(const relayed& at, const std::string& job_id);
    bool take_order(const std::string& node, const link_message& what);
    void follow_trace(link::command& what, const link_of_desktop& on, const std::string& from);
    static void settle(relayed& at, const std::string& job_id);
    void pass_to(const std::string& node, const relayed& from, std::string text);

    dependencies context_;
    gathered_messages answers_;
    std::map<std::string, relayed> links_; // by the desktop's id
};

} // namespace thimble::service::nodes
