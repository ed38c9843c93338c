// HAProxy in front of the nodes of one service: each request goes to the next node.
#pragma once

#include "tests/e2e/program.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::e2e {

/// A node as HAProxy reaches it.
struct balanced_node {
    std::string host; // an address in numbers
    std::uint16_t port = 0;
};

class haproxy {
public:
    /// The program; nothing where it is not installed.
    static std::optional<std::filesystem::path> installed();

    /// Reads the example's configuration (packaging/examples/three-nodes), which has three nodes.
    /// Listens on that port of loopback when it returns. Each answer says in `X-Served-By` which
    /// node it came from: "node0", "node1", …
    haproxy(std::filesystem::path program, std::uint16_t port, std::vector<balanced_node> nodes);

    const e2e::program& process() const noexcept { return *running_; }

private:
    environment variables() const;
    void start();

    std::filesystem::path program_;
    std::uint16_t port_;
    std::vector<balanced_node> nodes_;
    std::unique_ptr<e2e::program> running_;
};

} // namespace thimble::e2e
