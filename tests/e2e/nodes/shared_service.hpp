// A phone behind three nodes of one service, and a model for its agents.
#pragma once

#include "tests/e2e/household.hpp"
#include "tests/e2e/nodes/service_nodes.hpp"
#include "tests/e2e/sessions/scripted_provider.hpp"
#include "tests/e2e/thimble_system.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace thimble::e2e {

/// The phone is ready at every node once this is made. Ends the process where a program is missing.
struct shared_service {
    struct nothing_missing {
        nothing_missing() { require_programs_for_nodes(); }
    };

    nothing_missing checked;
    scripted_provider model;
    virtual_phones phones;
    virtual_phone phone = phones.at(0);
    std::shared_ptr<household> home = std::make_shared<household>();
    std::optional<thimble_system> system;

    shared_service();

    std::size_t count() const { return system->nodes().size(); }

    /// A client of that node alone; numbers beyond the last begin anew.
    http_client at(std::size_t node) const { return at(node, system->key()); }
    http_client at(std::size_t node, const std::string& key) const;

    std::string path(const std::string& rest) const { return system->path(phone, rest); }

    /// Body of a request for a session on the phone.
    nlohmann::json order(const std::string& instruction) const;
};

/// The record of a job that was begun elsewhere, once it has ended.
nlohmann::json ended_job(const http_client& at, const std::string& id);

} // namespace thimble::e2e
