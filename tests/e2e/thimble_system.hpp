// Thimble as a client meets it: a REST API with phones behind it, in each of its arrangements.
#pragma once

#include "tests/e2e/connected_daemon.hpp"
#include "tests/e2e/household.hpp"
#include "tests/e2e/http_client.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::e2e {

class service_nodes;

/// Time that a phone may take from the start of a thimbled to being ready.
constexpr std::chrono::seconds ready_limit{30};

enum class arrangement : std::uint8_t {
    local,       // thimbled --local
    distributed, // thimble-service, and thimbled --service that is linked with it
    nodes,       // the same with three nodes of thimble-service behind HAProxy
};

/// Arrangement that THIMBLE_TEST_ARRANGEMENT names ("distributed", "nodes"); local where there is
/// none.
arrangement arrangement_under_test();

/// In the arrangement under test, with directories of its own.
class thimble_system {
public:
    /// Listens when it returns; see until_ready(). `more` is for thimbled.
    explicit thimble_system(const virtual_phones& phones, const arguments& more = {});
    thimble_system(const virtual_phones& phones,
                   std::shared_ptr<household> home,
                   const arguments& more = {},
                   arrangement how = arrangement_under_test());

    const std::string& key() const noexcept { return home_->key; }

    /// Requests with the key, and without it.
    const http_client& api() const noexcept { return api_; }
    http_client stranger() const { return api_.with({}); }

    /// The service's id of a phone, which it may have to find first.
    std::string id_of(const virtual_phone& phone) const;
    /// Null while the service does not know the phone.
    nlohmann::json record_of(const virtual_phone& phone) const;

    // As all nodes see it, where there are several: a request may go to any of them.

    /// True if the phone is ready before `limit` is over.
    bool until_ready(const virtual_phone& phone, std::chrono::milliseconds limit) const;

    /// True if the phone is locked and its runner, which unlocks it, is seen before `limit` is
    /// over: lockdownd may tell of the lock before that.
    bool until_locked(const virtual_phone& phone, std::chrono::milliseconds limit) const;

    /// True if lockdownd has said what the phone is before `limit` is over: one that trusts this
    /// computer is paired then. Pairing makes keys, and what takes long over it is ready before.
    bool until_named(const virtual_phone& phone, std::chrono::milliseconds limit) const;

    /// "/v1/phones/{id}" + rest.
    std::string path(const virtual_phone& phone, const std::string& rest) const;

    std::uint16_t port() const noexcept { return port_; }

    /// GET /metrics of each node, one after the other.
    std::string metrics() const;

    /// thimbled.
    program& process();
    const program& process() const;

    /// The program that answers REST: thimble-service, the first of several, or thimbled where
    /// there is no other.
    program& service();

    /// In the arrangement of that name alone.
    service_nodes& nodes() const;

    const household& home() const noexcept { return *home_; }

private:
    class parts;

    /// True if the condition holds for the phone's record at each node before `limit` is over; null
    /// is the record of a phone that a node does not know.
    template <class Condition>
    bool until_everywhere(const virtual_phone& phone,
                          std::chrono::milliseconds limit,
                          Condition holds) const;

    std::shared_ptr<household> home_;
    std::shared_ptr<parts> daemon_;
    std::uint16_t port_;
    http_client api_;
    std::vector<http_client> answering_; // each node by itself
};

} // namespace thimble::e2e
