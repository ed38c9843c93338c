// All links of this process, and the desktops behind them.
#pragma once

#include "async/one_shot_timer.hpp"
#include "http/response.hpp"
#include "link/epoch.hpp"
#include "service/device_links/link_dependencies.hpp"
#include "service/device_links/link_session.hpp"
#include "service/device_links/linked_desktop.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thimble::service {

/// Home thread. A desktop has one link at a time: the one with the highest number.
class links {
public:
    explicit links(link_dependencies around);
    links(const links&) = delete;
    links& operator=(const links&) = delete;

    /// Answers a daemon that opens the WebSocket of its link's messages: 101 or a refusal.
    http::response open_messages(const http::request& what);

    /// The same for the WebSocket of its pictures.
    http::response open_pictures(const http::request& what);

    /// A link has its number: the one before ends as replaced. False: there is a newer one.
    bool enter(const std::shared_ptr<link_session>& newest);

    /// A link of that number counts at another node: the one here, if it is older, ends as
    /// replaced. False: there is a newer one.
    bool enter_elsewhere(const std::string& desktop_id, std::int64_t epoch);

    /// A link has ended. True when it was the one that counts.
    bool leave(const link_session& ended);

    /// The link that counted has ended, here or at another node, and its daemon is about to link
    /// again: commands wait for that as they do between any two links, and the phones stay. Where
    /// it has not by then, what waits is not sent, and `gone` is called.
    void await_return(const std::string& desktop_id,
                      std::function<void(const std::string& desktop_id)> gone);

    /// The same of a link that ended here and had that number: the other nodes hear what comes of
    /// it.
    void await_return_here(const std::string& desktop_id, std::int64_t epoch);

    /// True between its links: then its phones are shown although nobody can tell of them.
    bool awaits(const std::string& desktop_id) const;

    /// Nobody waits for that desktop any longer: as when its time is over.
    void give_up(const std::string& desktop_id);

    /// A link of it that counts has begun here.
    void welcomed(const std::string& desktop_id);

    /// Receiver of commands for that desktop; the same for all its links.
    std::shared_ptr<linked_desktop> commands_of(const enrolled_desktop& of);

    /// The same, where no link of a higher number has been heard of, also if that one has ended
    /// meanwhile: then no greeting has decided on its commands. Else nullptr.
    std::shared_ptr<linked_desktop> commands_since(const std::string& desktop_id,
                                                   std::int64_t epoch) const;

    /// The live link of that number.
    std::shared_ptr<link_session> find(const std::string& desktop_id, std::int64_t epoch) const;

    /// Commands may go out again that had to wait for more than a link.
    void send_waiting();

    /// Another node has that job by now: see desktop.
    void let_go(const std::string& job_id);

    /// This node has been away among others: see linked_desktop.
    void doubt_delivered();

    /// Cuts its link, and answers what is under way.
    void revoke(const std::string& desktop_id);

    /// Last: nobody waits for a desktop any more, and no timer is left behind.
    void close();

private:
    struct returning {
        explicit returning(const boost::asio::any_io_executor& home) : timeout(home) {}

        async::one_shot_timer timeout;
        std::function<void(const std::string& desktop_id)> gone;
    };

    struct entry {
        link::epoch_rule rule;
        std::shared_ptr<link_session> live;
        std::shared_ptr<linked_desktop> commands;
        std::shared_ptr<returning> awaited = {}; // between two links
    };

    std::shared_ptr<unread_pictures> unread_of(const std::string& account_id);

    link_dependencies context_;
    std::map<std::string, std::weak_ptr<unread_pictures>> unread_; // by account
    std::map<std::string, entry> entries_;                         // by the desktop's id
};

} // namespace thimble::service
