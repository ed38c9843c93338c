// The network of one node: everything that goes between it and the rest can be cut.
#pragma once

#include "tests/e2e/nodes/haproxy.hpp"
#include "tests/e2e/program.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thimble::e2e {

class node_network {
public:
    node_network() = default;
    node_network(const node_network&) = delete;
    node_network& operator=(const node_network&) = delete;
    virtual ~node_network() = default;

    /// Words in front of the command line of a program that is to run in it.
    virtual arguments prefix() const = 0;

    /// Address in numbers that the node listens on.
    virtual std::string inner_address() const = 0;

    /// Address at which the others reach what listens there on that port.
    virtual balanced_node way_in(std::uint16_t port) = 0;

    /// Address at which the node reaches what listens on that port of the outer address.
    virtual balanced_node way_out(std::uint16_t port) = 0;

    virtual void cut() = 0;
    virtual void mend() = 0;
};

struct node_networks {
    std::vector<std::unique_ptr<node_network>> each;
    std::string kind; // for a person

    // For servers that all nodes are to reach: the address that they listen on, and the network
    // from which nodes come.
    std::string outer_address;
    std::string trusted;
};

/// Namespaces of the system with a link each where the test is root's and may make them, else
/// relays of our own that let nothing through while the network is cut.
node_networks make_networks(std::size_t count);

} // namespace thimble::e2e
