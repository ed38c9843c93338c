// Reader of the elements on the screen, by the accessibility tree.
#pragma once

#include "async/lane.hpp"
#include "device/capability.hpp"
#include "device/wda/alert_watch.hpp"
#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {

/// Home thread. Touches nothing, its own error recovery included. The phone
/// itself answers only once a touch under way has ended.
class element_reader final : public device::element_reader {
public:
    /// Trees are parsed on `parser`.
    element_reader(runner& runner, blocking_client& parser, alert_watch& alerts)
        : runner_(runner), parser_(parser), alerts_(alerts), lane_(runner.options.home)
    {
    }

    boost::asio::awaitable<result<element_list>> read() override;
    boost::asio::awaitable<result<element_list>> read_unrecorded() override;

    /// Needs a session, whose setting of the app in front is another one meanwhile. Where it could
    /// not be undone, a cancelled reading included, the next use of the session does that.
    boost::asio::awaitable<result<element_list>> read_app(std::string bundle_id) override;

    boost::asio::awaitable<result<element_frame>> focused_frame() override;

private:
    boost::asio::awaitable<result<element_list>> read_front(bool confidential);
    boost::asio::awaitable<result<element_list>> ask(request tree);
    boost::asio::awaitable<result<element_list>> ask_app(const std::string& bundle_id);
    boost::asio::awaitable<result<void>> require_in_front(const std::string& session,
                                                          const std::string& bundle_id);
    boost::asio::awaitable<result<void>> choose_app(const std::string& session,
                                                    const std::string& bundle_id);
    boost::asio::awaitable<result<nlohmann::json>> ask_field(std::string route);
    boost::asio::awaitable<result<element_list>> explained(result<element_list> list);

    runner& runner_;
    blocking_client& parser_;
    alert_watch& alerts_;
    async::lane lane_; // the setting belongs to one reading at a time
};

} // namespace thimble::device::wda
