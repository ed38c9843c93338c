// The session that touches are sent under: joined where there is one, made where there is none.
#pragma once

#include "async/lane.hpp"
#include "device/wda/runner/connection.hpp"
#include "device/wda/runner/envelope.hpp"
#include "device/wda/runner/runner_version.hpp"

#include <string>
#include <string_view>

namespace thimble::device::wda {

/// Home thread. WebDriverAgent has one session at a time; making one ends the one before, so one
/// that somebody else has made is joined. Every answer is shown to this class: it names the session
/// that is alive now, and a touch under any other would be lost.
class session {
public:
    /// `over` carries the requests that make a session, `version` is the runner's as far as it is
    /// known; both outlive this.
    session(const boost::asio::any_io_executor& home,
            connection& over,
            const std::optional<runner_version>& version)
        : over_(over), version_(version), lane_(home)
    {
    }

    /// The session that an answer has named: the one that is alive. Empty: there is none.
    void observe(const std::string& id);

    /// The session has gone, as an answer has said.
    void forget() { id_.clear(); }

    /// The app that counts as the one in front, by our settings: whichever it is.
    static constexpr std::string_view usual_front_app = "auto";

    /// A setting may be other than ours: all are applied again before the session is used.
    void unsettle() { settled_.clear(); }

    /// The session that is alive as far as is known, for what is no reason to make one; or empty.
    const std::string& living() const { return id_; }

    /// The id of a living session with our settings. Asks the phone only when there is none.
    boost::asio::awaitable<result<std::string>> ensure();

private:
    boost::asio::awaitable<result<void>> create();
    boost::asio::awaitable<result<void>> apply_settings();

    connection& over_;
    const std::optional<runner_version>& version_;
    async::lane lane_; // two who find no session must not make two
    std::string id_;
    std::string settled_; // the session that has our settings
};

} // namespace thimble::device::wda
