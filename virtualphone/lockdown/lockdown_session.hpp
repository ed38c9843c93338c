// One host's conversation with lockdownd.
#pragma once

#include "virtualphone/channel/property_list_channel.hpp"
#include "virtualphone/lockdown/lockdown_service.hpp"

#include <string>
#include <string_view>

namespace thimble::virtualphone {

/// Lives as long as its connection. Home thread only.
class lockdown_session {
public:
    lockdown_session(lockdown_state& state, stream connection);

    /// Until the host ends it, or is silent for too long.
    boost::asio::awaitable<void> run();

private:
    /// Members that a request adds to its answer, or lockdown's word for why not.
    using outcome = std::expected<plist::value, std::string>;
    using handler = outcome (lockdown_session::*)(const plist::value& request);
    static handler handler_of(std::string_view request);

    boost::asio::awaitable<void> serve_one();
    boost::asio::awaitable<void> send(const std::string& request, const outcome& result);

    static outcome done();
    outcome query_type(const plist::value& request);
    outcome get_value(const plist::value& request);
    outcome set_value(const plist::value& request);
    outcome remove_value(const plist::value& request);
    outcome pair(const plist::value& request);
    outcome try_to_pair(const plist::value& request);
    outcome validate_pair(const plist::value& request);
    outcome unpair(const plist::value& request);
    outcome start_session(const plist::value& request);
    outcome stop_session(const plist::value& request);
    outcome start_service(const plist::value& request);
    outcome goodbye(const plist::value& request);

    bool in_session() const { return !session_id_.empty(); }

    lockdown_state& state_;
    channel channel_;
    property_list_channel host_;
    std::string session_id_;                         // empty: no session
    std::string host_id_;                            // of the session
    std::shared_ptr<boost::asio::ssl::context> tls_; // of the session
    bool ended_ = false;
};

} // namespace thimble::virtualphone
