// A daemon as the service sees it, whether it is in this process or behind a link.
#pragma once

#include "link/access_unit.hpp"
#include "link/command.hpp"
#include "link/phone_state.hpp"
#include "link/streaming.hpp"
#include "service/accounts/account.hpp"

#include <boost/asio/awaitable.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Record of a daemon in this process or behind a link.
struct desktop_record {
    std::string id; // UUID
    std::string name;
    std::string version;
    std::string account_id = local_account().id; // whose phones it has

    /// Reasons that keep it from having phones, no matter which; told after it has connected.
    std::vector<link::blocker> blockers = {};
};

/// An app in a file of this computer, on its way to a phone of this computer.
struct app_file {
    std::filesystem::path path;
    std::shared_ptr<const void> kept; // the file is there as long as this lives

    /// Called as it goes on: "sending", "installing", and how far that is, from 0 to 1.
    std::function<void(std::string_view step, double done)> tell = {};
};

/// Commands go down through this; phone states come up through service::server. Home thread only.
class desktop {
public:
    virtual ~desktop() = default;

    /// Delivers the command once and waits for what came of it. Never throws for what a phone or a
    /// link does: that is a result with a failure. The daemon keeps `expires_at`, so a command
    /// whose turn has not come by then answers not_sent; the caller adds the time that a started
    /// one needs. `started` is called once when the command's turn has come (never after the
    /// answer, and not at all for a command that is not sent).
    virtual boost::asio::awaitable<link::result> execute(link::command what,
                                                         std::function<void()> started) = 0;

    /// Result of a command that this desktop was given by a former run of the service. Nothing
    /// where it knows of none; else an outcome, and JOB_LOST where it cannot tell how it ended.
    virtual boost::asio::awaitable<std::optional<link::result>> recall(std::string job_id)
    {
        (void)job_id;
        co_return std::nullopt;
    }

    /// False where its journal has not been asked for that command, so that recall() knows nothing
    /// of it: a later link of the desktop brings the answer.
    virtual bool can_tell_of(const std::string& /*job_id*/) const { return true; }

    /// The command's result is stored; the desktop may forget it.
    virtual void settle(const std::string& /*job_id*/) {}

    /// The command was answered, and another one takes its place: from now on recall() knows
    /// nothing of this one.
    virtual void forget(const std::string& job_id) { settle(job_id); }

    /// A command like this is about to come, unless something still speaks against it: whatever
    /// has to be read from the phone before it can be read meanwhile. Never touches the phone.
    virtual void expect(const std::string& /*udid*/, const link::action& /*what*/) {}

    /// Begins a moving picture of a phone, gives it another pace (the same stream_id again), or
    /// ends it (`on` is false). `on_frame` is called with each picture that there is time for,
    /// never within this call and never after the one that ends it. A phone that is away or has no
    /// pictures sends none, and begins by itself when it has. A desktop that comes back has to be
    /// told again.
    virtual void stream(const link::stream& /*wanted*/,
                        std::function<void(link::frame)> /*on_frame*/)
    {
    }

    /// The same for the phone's own encoding of its screen, whose `codec` is hevc: each unit in
    /// order, but for those that were lost on the way, which the numbers tell. Whether it begins
    /// with a key is left to the phone. Only asked of phones with the capability
    /// `screen.stream.hevc`.
    virtual void video(const link::stream& /*wanted*/,
                       std::function<void(const link::access_unit&)> /*on_unit*/)
    {
    }

    /// A key is needed in that video: it comes as soon as the phone's stream may be restarted.
    virtual void restart_video(const std::string& /*stream_id*/) {}

    /// Another way to the same desktop: its one command, whatever it says, is that the app is
    /// installed on the phone that it names. nullptr: it is behind a link, over which no file
    /// travels.
    virtual std::shared_ptr<desktop> sender_of(app_file /*what*/) { return nullptr; }

    /// Withdraws a command that has not started, and leaves alone one that has.
    /// Its execute() answers as always: CANCELLED with not_sent when it was withdrawn.
    virtual void withdraw(const std::string& job_id) = 0;

    /// Another node of the service has the command by now: what has not gone out never does, and is
    /// answered as not sent. What has gone out is left alone; what comes of it is that node's to
    /// settle.
    virtual void let_go(const std::string& /*job_id*/) {}

    /// Withdraws a command that has not started, ends one that has as soon as its finger is up.
    /// Its execute() answers as always.
    virtual void cancel(const std::string& job_id) = 0;
};

} // namespace thimble::service
