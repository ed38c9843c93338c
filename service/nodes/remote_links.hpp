// Links that end at other nodes: the desktops behind them are reached as if they were linked here.
#pragma once

#include "async/task_group.hpp"
#include "service/device_links/links.hpp"
#include "service/nodes/channel.hpp"
#include "service/nodes/gathered_messages.hpp"
#include "service/nodes/settled_jobs.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace thimble::service::nodes {

/// Home thread. The commands of this node to a desktop outlive its links, whichever node these end
/// at (device_links/linked_desktop.hpp): a link elsewhere greets, attaches and detaches them as one
/// here does.
class remote_links {
public:
    struct dependencies {
        boost::asio::any_io_executor home;
        channel& out;
        desktops& enrolled;

        // As those of links.
        std::function<std::vector<std::string>(const std::string& desktop_id)> awaited;
        std::function<void(desktop_record, std::shared_ptr<desktop>)> connected;
        std::function<void(const std::string& desktop_id, const link::phone_state&)> phone_changed;
        std::function<void(const std::string& desktop_id, std::vector<link::blocker>)> host_changed;
        std::function<void(const std::string& desktop_id)> gone;
        std::function<std::vector<std::string>(const std::string& desktop_id)> attached;

        /// Ids of the nodes that have a lease, with this one if it has.
        std::function<std::set<std::string>()> with_lease;

        std::function<bool()> has_lease; // this node, which sends no command without

        /// For an answer to a command after something has been missed: then its desktop links
        /// again, and its journal says what there is.
        std::chrono::milliseconds time_to_tell;
        std::shared_ptr<spdlog::logger> log;
    };

    explicit remote_links(dependencies given);

    /// Before anything else. Outlives the use of this.
    void join(links& here) { links_ = &here; }

    // News of other nodes.

    /// `told_again`: not as the link begins, so that its greeting may be older than what this node
    /// has heard of since.
    void begin(const envelope& news, bool told_again = false);
    void change_phone(const envelope& news);
    void change_host(const envelope& news);
    void end(const envelope& news);
    void stay_away(const envelope& news);

    /// Words of daemons about jobs of this node, or a picture of one of these. False where it
    /// cannot be read.
    bool take(const envelope& what);

    /// That node asks for all links here: it may have taken this node for gone, and have ended the
    /// streams of this one.
    void renew(const std::string& node);

    /// Has the daemon of a link at another node link again, at whichever.
    void renew_link(const std::string& desktop_id);

    /// A link of the desktop counts at this node now.
    void leave_to_this_node(const std::string& desktop_id)
    {
        remotes_.erase(desktop_id);
        departed_.erase(desktop_id);
    }

    /// That node has no other links than these.
    void keep_only(const std::string& node, const std::set<std::string>& desktop_ids);

    /// That node is gone, and its links with it.
    void forget(const std::string& node);

    /// True while it shows a link whose phones may have been told to have gone, and whose node has
    /// not told that they are back.
    bool returning() const noexcept { return returning_; }

    /// True while it tells that a desktop is gone whose node is gone as well.
    bool forgetting() const noexcept { return forgetting_; }

    /// While it tells so: the nodes that had a lease when its link ended, and have heard of that;
    /// one of them tells of the phones. Else nullptr.
    const std::set<std::string>* heard_by() const noexcept
    {
        return heard_by_ ? &*heard_by_ : nullptr;
    }

    std::size_t size() const noexcept { return remotes_.size(); }

    /// All that is for daemons goes out within the call.
    void tell_now();

    boost::asio::awaitable<void> close();

private:
    struct remote {
        std::string node;
        std::int64_t epoch = 0;
        std::shared_ptr<linked_desktop> commands;
    };

    /// A desktop that is expected to link again, at whichever node.
    struct departure {
        std::string node; // had its link
        std::int64_t epoch = 0;
        std::set<std::string> heard_by = {};
        bool late = false;             // its time is over, and that node has not told what it knows
        std::optional<bool> told = {}; // by that node, that the phones have gone; false: it cannot
    };

    remote* find(const std::string& node, const link_of_desktop& which);
    remote* find(const envelope& of);
    void await_return(const std::string& desktop_id);
    void decide_on(const std::string& desktop_id);
    std::vector<std::string>
    greet(linked_desktop& commands, const link::hello& said, std::int64_t epoch, bool told_again);
    void show_phones(const link::hello& said);
    void attach(const std::string& desktop_id, const remote& to);
    void claim(const std::string& desktop_id,
               std::int64_t epoch,
               const std::vector<std::string>& job_ids);
    void send(const std::string& node, std::vector<link_message> messages);
    boost::asio::awaitable<void>
    hear_of(std::vector<link_message> messages,
            boost::asio::awaitable<std::expected<std::string, bus::no_reply>> end);
    boost::asio::awaitable<void> send_again(std::vector<link_message> commands);
    void doubt(const std::vector<link_message>& commands);
    void send_waiting(const link_of_desktop& on);
    void ask_for_left_jobs(const std::string& desktop_id, const linked_desktop& via);
    void
    look_later(const std::string& desktop_id, std::int64_t epoch, std::set<std::string> job_ids);
    boost::asio::awaitable<void>
    look(std::string desktop_id, std::int64_t epoch, std::set<std::string> job_ids);
    void take_said(const remote* at, const std::string& text, bool to_all);
    void take_picture(remote& at, const envelope& what);

    dependencies context_;
    settled_jobs settled_;
    gathered_messages orders_;
    links* links_ = nullptr;
    std::map<std::string, remote> remotes_;     // by the desktop's id
    std::map<std::string, departure> departed_; // the same
    std::map<std::string, std::int64_t>
        greeted_; // the same: the last link that greeted from elsewhere
    bool returning_ = false;
    bool forgetting_ = false;
    std::optional<std::set<std::string>> heard_by_;
    async::task_group tasks_;
};

} // namespace thimble::service::nodes
