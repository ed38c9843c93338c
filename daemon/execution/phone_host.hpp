// The phones of this machine and what drives them: what local mode and --debug have in common.
#pragma once

#include "daemon/execution/executor.hpp"
#include "daemon/frames/streams.hpp"
#include "daemon/frames/video_streams.hpp"
#include "daemon/report/link_status.hpp"
#include "daemon/report/readiness_log.hpp"
#include "device/fleet/fleet.hpp"
#include "device/images/mount.hpp"
#include "link/phone_state.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::daemon {

struct phone_host_options {
    /// Takes the right to drive a phone; nothing while another process has it.
    std::function<std::shared_ptr<void>(const std::string& udid)> claim;

    /// Called with the whole state of a phone after anything about it has changed, and every few
    /// seconds while its video is measured.
    std::function<void(const link::phone_state&)> on_phone;

    /// Called when what keeps this computer from having phones is another than before; may be
    /// empty.
    std::function<void(const std::vector<link::blocker>&)> on_host = {};

    /// Warnings about a phone as they are now; quick; may be empty.
    std::function<std::vector<device::warning>(const std::string& udid)> warnings = {};

    std::optional<std::filesystem::path> record_to;
    int most_live_frames = device::usual_live_frames; // a second
    bool tunnels = false;                             // to phones' own services
    bool runners = false;                             // installed ones are kept running
    device::restart_limit runner_restarts{};

    /// The package of a runner that was installed from here, as for the fleet; may be empty.
    std::function<std::optional<device::runner_package>(const std::string& udid,
                                                        const std::string& bundle_id)>
        runner_package = {};
    std::optional<device::images::mount_settings> images = {}; // nothing: none is mounted
    std::string host_uuid = {}; // by which phones know this computer; empty: another one each time

    /// Of what was found out about phones' touches and runners; empty: that is found out anew each
    /// time.
    std::filesystem::path state_dir = {};
};

/// Names of a phone beside its UDID and the one that it tells itself.
struct rest_names {
    std::string id;           // in REST
    std::string display_name; // given by a person; empty: none was
};

/// Home thread. The journal outlives it.
class phone_host {
public:
    phone_host(const boost::asio::any_io_executor& home,
               phone_host_options options,
               journal& records,
               const std::shared_ptr<spdlog::logger>& log);

    /// Watches for phones until it is cancelled.
    boost::asio::awaitable<void> run();

    /// Refuses what comes from now on, ends what is under way and waits for it.
    boost::asio::awaitable<void> shut_down();

    /// Ends all streams, for good.
    void end_streams()
    {
        streams_.shut_down();
        videos_.shut_down();
    }

    daemon::executor& executor() { return executor_; }
    const daemon::executor& executor() const { return executor_; }
    daemon::streams& streams() { return streams_; }
    video_streams& videos() { return videos_; }
    const device::fleet& fleet() const { return fleet_; }

    // As for the fleet.
    boost::asio::awaitable<std::optional<device::runner_switching>> stop_runner(std::string udid)
    {
        return fleet_.stop_runner(std::move(udid));
    }
    std::optional<device::runner_switching> keep_runner_again(const std::string& udid)
    {
        return fleet_.keep_runner_again(udid);
    }

    /// Where its phones can be reached through REST, for whoever asks how it is; empty: nowhere.
    const std::string& address() const { return address_; }
    void set_address(std::string address) { address_ = std::move(address); }

    /// Status of the link that brings its commands; nothing where there is none. `ask` is asked for
    /// as long as this lives.
    std::optional<link_status> link() const
    {
        return link_ ? std::optional(link_()) : std::nullopt;
    }
    void set_link(std::function<link_status()> ask) { link_ = std::move(ask); }

    /// An address that signs in whoever opens it first, for whoever asks over the control socket;
    /// nothing where no pages are served. `make` is asked for as long as this lives.
    std::optional<std::string> sign_in_link() const
    {
        return make_sign_in_link_ ? make_sign_in_link_() : std::nullopt;
    }
    void set_sign_in_link(std::function<std::optional<std::string>()> make)
    {
        make_sign_in_link_ = std::move(make);
    }

    /// Names of a phone where it is served by REST; nothing where the ids are not known here. `ask`
    /// is asked for as long as this lives.
    std::optional<rest_names> names_of(const std::string& udid) const
    {
        return ask_names_ ? ask_names_(udid) : std::nullopt;
    }
    void set_names(std::function<std::optional<rest_names>(const std::string& udid)> ask)
    {
        ask_names_ = std::move(ask);
    }

private:
    void changed(device::phone& which);
    void tell(const link::phone_state& state);
    boost::asio::awaitable<void> tell_figures();
    boost::asio::awaitable<void> tell_host();
    boost::asio::awaitable<void> say_when_there_is_none();

    std::shared_ptr<spdlog::logger> log_;
    readiness_log readiness_;
    std::function<void(const link::phone_state&)> on_phone_;
    std::map<std::string, std::optional<link::video_figures>> figures_told_; // by UDID
    std::function<void(const std::vector<link::blocker>&)> on_host_;
    std::vector<link::blocker> host_told_;
    device::fleet fleet_;
    daemon::executor executor_;
    daemon::streams streams_;
    video_streams videos_;
    std::string address_;
    std::function<link_status()> link_;
    std::function<std::optional<std::string>()> make_sign_in_link_;
    std::function<std::optional<rest_names>(const std::string& udid)> ask_names_;
};

} // namespace thimble::daemon
