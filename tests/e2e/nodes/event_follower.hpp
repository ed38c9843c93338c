// Somebody who follows GET /v1/events: reads the stream, event after event.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace thimble::e2e {

class event_follower {
public:
    /// Is followed from here on when it returns.
    event_follower(std::uint16_t port, const std::string& key);

    int status() const noexcept { return status_; }

    /// The next event; nothing when the stream ends or says nothing for a minute.
    std::optional<nlohmann::json> next();

    /// The next event of which that is true.
    template <class Condition>
    std::optional<nlohmann::json> until(Condition wanted)
    {
        for (auto event = next(); event; event = next())
            if (wanted(*event))
                return event;
        return std::nullopt;
    }

private:
    boost::asio::ip::tcp::iostream connection_;
    int status_ = 0;
};

} // namespace thimble::e2e
