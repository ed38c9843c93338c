// Changes of phones as events of their accounts.
#pragma once

#include "service/events/account_events.hpp"
#include "service/phones/phones.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace thimble::service {

/// Node of the service that tells of a change: the others hear of it as of all events.
enum class event_origin : std::uint8_t { here, elsewhere };

/// Home thread. Both outlive it.
class phone_events {
public:
    phone_events(const phones& all, account_events& to) : all_(all), to_(to) {}

    /// Something about the phone may be another than it was.
    void note(const known_phone& phone, event_origin from = event_origin::here);

    /// The same of all that a desktop holds or held last.
    void note_all_of(const std::string& desktop_id, event_origin from = event_origin::here);

    /// Forgets what was told of phones that are not known any more. Now and then.
    void prune();

private:
    struct told {
        std::string readiness;
        std::string alert;
        std::string rest;
    };

    const phones& all_;
    account_events& to_;
    std::map<std::string, told> told_; // by phone id
};

} // namespace thimble::service
