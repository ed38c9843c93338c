// A desktop behind a link: its commands outlive the link that they went out on.
#pragma once

#include "async/one_shot_timer.hpp"
#include "http/websocket/outbox.hpp"
#include "link/message.hpp"
#include "link/picture_frame.hpp"
#include "service/device_links/linked_streams.hpp"
#include "service/device_links/unread_pictures.hpp"
#include "service/phones/desktop.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace thimble::service {

struct linked_desktop_limits {
    std::chrono::milliseconds picture_time{10'000}; // for a picture after its result
    std::chrono::milliseconds return_time{60'000};  // for a desktop to tell of what nobody awaits
};

/// Sends a message, of which `text` is the encoded form, on the link, whichever node that ends at.
using link_output = std::function<void(std::string text, const link::message& what)>;

/// Home thread. Made by std::make_shared; one for each desktop, however often it connects. A
/// command goes out at most once to a journal: a new link of the same journal is given again only
/// what the journal does not know, and another journal is given nothing again.
class linked_desktop final : public desktop, public std::enable_shared_from_this<linked_desktop> {
public:
    /// `unread` is of all desktops of its account.
    linked_desktop(const boost::asio::any_io_executor& home,
                   linked_desktop_limits granted,
                   std::shared_ptr<unread_pictures> unread,
                   std::shared_ptr<spdlog::logger> log);

    boost::asio::awaitable<link::result> execute(link::command what,
                                                 std::function<void()> started) override;
    boost::asio::awaitable<std::optional<link::result>> recall(std::string job_id) override;
    bool can_tell_of(const std::string& job_id) const override { return asked_.contains(job_id); }
    void withdraw(const std::string& job_id) override
    {
        call_off(job_id, link::cancel::kind::withdraw);
    }
    void cancel(const std::string& job_id) override { call_off(job_id, link::cancel::kind::stop); }
    void let_go(const std::string& job_id) override;
    void settle(const std::string& job_id) override;
    void stream(const link::stream& wanted, std::function<void(link::frame)> on_frame) override;
    void video(const link::stream& wanted,
               std::function<void(const link::access_unit&)> on_unit) override;
    void restart_video(const std::string& stream_id) override;

    /// Greeting of a new link. `forgot`: it has another boot or another journal than the store
    /// says, which may have heard of them already from a link that ended before it came to this.
    /// `awaited` are the jobs of a former run of the service, or of a node that is gone, which the
    /// greeting is certainly newer than. Which of the open jobs the welcome has to name.
    std::vector<std::string>
    greet(const link::hello& said, bool forgot, const std::vector<std::string>& awaited);

    /// This node has been away among others, which may have had the journal forget what nobody
    /// claimed: nothing of that is sent again that was delivered, and where a journal does not know
    /// it, nobody does.
    void doubt_delivered();

    /// Tells whether a job has not ended in the store, and is this node's: then nobody else has a
    /// journal forget it. Without it, of none that is known.
    void know_open(std::function<bool(const std::string& job_id)> is_open)
    {
        is_open_ = std::move(is_open);
    }

    /// The link is made, and takes messages from now on: sends what has waited for it.
    void attach(link_output to);
    void attach(websocket::outbox& to);

    /// That command has certainly not come to the desktop: it waits for another link, or for
    /// send_waiting().
    void take_back(const std::string& job_id);

    /// Asked before each command goes out, again after a new link too. One that must not goes out
    /// with send_waiting() or the next link, unless it is called off before.
    void ask_before_sending(std::function<bool()> may_send) { may_send_ = std::move(may_send); }

    /// Sends on the link, while there is one, what has waited for it.
    void send_waiting();

    /// The link is over; what is under way may still be told of on the next.
    void detach();

    void take(const link::started& said);
    void take(link::result said);
    void take(const link::frame_header& header, std::span<const std::byte> picture);

    /// The desktop has not come back as soon as it was expected: what waits for it is not sent
    /// later.
    void give_up_unsent();

    /// There will never be another link: everything is answered with what is known.
    void abandon();

    /// True for a command that has no answer, or one that is not stored yet, unless it is another
    /// node's by now.
    bool knows(const std::string& job_id) const;

    /// True for one that is, whose answer a caller here still waits for.
    bool has_let_go(const std::string& job_id) const;

    /// Job ids of those that the desktop is to tell this node of: delivered, and without an answer.
    std::set<std::string> delivered() const;

    /// Commands without an answer.
    std::size_t open() const noexcept { return open_.size(); }

    /// Hears when the last command has its answer, until detach().
    void when_idle(std::function<void()> then) { when_idle_ = std::move(then); }

private:
    struct open_command;
    using open_ptr = std::shared_ptr<open_command>;

    open_ptr find(const std::string& job_id) const;
    boost::asio::awaitable<link::result> answer_to(open_ptr what);
    void send(open_command& what);
    void send(const link::message& what);
    void call_off(const std::string& job_id, link::cancel::kind how);
    void reconcile(const open_ptr& what, bool remembered, bool forgot);
    void decide();
    void hear_of_starts(const std::vector<link::open_job>& among);
    static void learn_udid(open_command& what, const std::string& told);
    void answer(const open_ptr& what, link::result with);
    void answer_without_picture(const open_ptr& what);
    void keep_until_result(open_command& what, std::span<const std::byte> picture);
    void complete(open_ptr what, link::result with);
    void give_up(const open_ptr& what);
    void give_up_old();
    bool is_too_old(const open_command& what, std::chrono::steady_clock::time_point now) const;
    void set_sweep();

    boost::asio::any_io_executor home_;
    linked_desktop_limits limits_;
    std::shared_ptr<unread_pictures> unread_;
    std::shared_ptr<spdlog::logger> log_;
    link_output out_;                                 // of the link, while there is one
    std::function<bool()> may_send_;                  // may be empty
    std::function<bool(const std::string&)> is_open_; // the same
    std::map<std::string, open_ptr> open_;            // by job id: without an answer
    std::set<std::string> unsettled_;                 // job ids: answered, and not stored yet
    std::string memory_;                              // boot and journal of the last greeting
    std::set<std::string> remembered_; // job ids: what the journal said at the last greeting
    std::set<std::string> asked_;      // job ids: awaited at that greeting
    linked_streams streams_;
    async::one_shot_timer sweep_;
    std::function<void()> when_idle_;
};

} // namespace thimble::service
