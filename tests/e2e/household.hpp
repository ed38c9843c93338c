// State directories of programs; may outlive them, so that the next finds what they left.
#pragma once

#include "tests/e2e/kept_port.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <memory>
#include <string>

namespace thimble::e2e {

struct nodes_home;

struct household {
    temporary_directory state;
    temporary_directory runtime;

    /// Of the service, where it is a program of its own.
    std::shared_ptr<temporary_directory> service_state = std::make_shared<temporary_directory>();
    kept_port service_port;

    /// Of several nodes, where the service is that: see tests/e2e/nodes/service_nodes.hpp.
    std::shared_ptr<nodes_home> nodes;

    std::string key; // of the service's account

    environment more; // of every program: what it is told besides

    /// Environment that a program of this household is started with.
    environment own_surroundings() const;

    /// The same, with these phones.
    environment variables(const virtual_phones& phones) const;

    /// All that its programs keep: their files, and what is in a store of several nodes.
    std::string kept() const;
};

} // namespace thimble::e2e
