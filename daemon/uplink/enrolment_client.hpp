// Asks the service to take this desktop in, and waits for a person to approve it.
#pragma once

#include "daemon/uplink/connector.hpp"
#include "daemon/uplink/http_exchange.hpp"
#include "daemon/uplink/identity.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <expected>
#include <string>
#include <variant>

namespace thimble::daemon {

/// Offer of the service: the code lets a person approve, the poll token fetches the desktop's
/// token.
struct enrolment_offer {
    std::string id; // UUID
    std::string code;
    std::string poll_token; // a secret
    std::chrono::seconds interval{5};
};

enum class enrolment_wait : std::uint8_t { pending, expired };

/// Home thread; the connector outlives it. Failures are sentences for a person.
class enrolment_client {
public:
    explicit enrolment_client(connector& over) : connector_(over) {}

    /// connect_step::answer is also what the service refuses.
    boost::asio::awaitable<std::expected<enrolment_offer, connect_failure>> ask(std::string name);

    /// The desktop's identity from now on, once a person has approved the code; asked again no
    /// sooner than the interval. After a failure it may be asked again, too.
    boost::asio::awaitable<std::expected<std::variant<enrolment_wait, identity>, connect_failure>>
    look(enrolment_offer at);

private:
    connector& connector_;
};

} // namespace thimble::daemon
