// Dependencies of endpoints. The server owns all of them.
#pragma once

#include "http/own_addresses.hpp"
#include "service/accounts/accounts.hpp"
#include "service/accounts/one_time_links.hpp"
#include "service/accounts/password_authenticator.hpp"
#include "service/agent_loop/agent_sessions.hpp"
#include "service/agent_loop/begun_sessions.hpp"
#include "service/agent_loop/followers.hpp"
#include "service/audit/audit_log.hpp"
#include "service/desktops/desktops.hpp"
#include "service/desktops/enrolments.hpp"
#include "service/events/account_events.hpp"
#include "service/jobs/dispatcher.hpp"
#include "service/jobs/jobs.hpp"
#include "service/jobs/session_pictures.hpp"
#include "service/leases/phone_leases.hpp"
#include "service/leases/phone_queue.hpp"
#include "service/live_view/live_pictures.hpp"
#include "service/oauth/authorization_server.hpp"
#include "service/phones/phone_archive.hpp"
#include "service/phones/phone_record.hpp"
#include "service/phones/phones.hpp"
#include "service/recordings/recordings.hpp"
#include "service/secrets/secret_store.hpp"
#include "service/vision/element_finder.hpp"
#include "service/webhooks/webhooks.hpp"
#include "text/trace_context.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace thimble::service::api {

/// Where files are received that are too long for memory.
struct upload_place {
    std::filesystem::path folder; // is there, mode 0700
    std::uint64_t most = 0;       // bytes of one
};

struct services {
    service::accounts& accounts;
    audit_log& audit;
    service::phones& phones;
    service::phone_archive& phone_archive;
    phone_leases& leases;
    phone_queue& waiting;
    service::jobs& jobs;
    service::dispatcher& dispatcher;
    service::desktops& desktops;
    service::enrolments& enrolments;
    service::secret_store& secrets;
    password_authenticator& passwords;
    one_time_links& links; // of local mode; elsewhere nobody makes any
    const own_addresses& here;
    live_pictures& live;
    service::recordings& recordings;
    agent_sessions& sessions;
    service::begun_sessions& begun;
    service::session_pictures& session_pictures;
    service::followers& followers;
    account_events& events;
    service::webhooks& webhooks;
    oauth::authorization_server& programs;    // of others, which are let in by OAuth
    vision::element_finder* eyes = nullptr;   // nullptr: no model is configured
    std::optional<upload_place> uploads = {}; // nothing: none are received
    boost::asio::any_io_executor home = {};
    bool alone = true; // no other node of the service acts on the phones

    /// True while this node of the service must not answer.
    std::function<bool()> cut_off = [] { return false; };

    /// A person has said something new of a phone: for those who follow events.
    std::function<void(const known_phone&)> note_change = [](const known_phone&) {};

    /// The other nodes of the service hear of it some time soon. `selected`: it was chosen.
    std::function<void(const known_phone&, bool selected)> spread_soon = [](const known_phone&,
                                                                            bool) {};

    /// Returns when they know of it, or do not answer until they do. nullptr: there is no other.
    std::function<boost::asio::awaitable<void>(phone_ptr, bool selected)> spread = nullptr;

    /// Makes a frame of a phone known that another node of the service has given, or a ref; where
    /// none has, it stays unknown. `trace` is that of the request. nullptr: there is no other.
    using learner = std::function<boost::asio::awaitable<void>(
        phone_ptr, std::string name, std::optional<trace_context> trace)>;
    learner learn_frame = nullptr;
    learner learn_ref = nullptr;

    /// The same of the screen that was read last, at whichever node.
    std::function<boost::asio::awaitable<void>(phone_ptr, std::optional<trace_context> trace)>
        learn_screen = nullptr;

    /// Use that the other nodes make of a phone.
    std::function<phone_use(const std::string& phone_id)> use_elsewhere = [](const std::string&) {
        return phone_use{};
    };
};

} // namespace thimble::service::api
