// Several nodes of one service behind HAProxy, each a thimble-service in a process of its own.
#pragma once

#include "tests/e2e/http_client.hpp"
#include "tests/e2e/kept_port.hpp"
#include "tests/e2e/nodes/backing_services.hpp"
#include "tests/e2e/nodes/haproxy.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::e2e {

/// State that outlives the nodes, so that the next ones find what they left.
struct nodes_home {
    static constexpr std::size_t usual_count = 3;

    struct place {
        std::shared_ptr<temporary_directory> state = std::make_shared<temporary_directory>();
        kept_port port;
    };

    /// Ends the process where a program is missing: see require_programs_for_nodes().
    explicit nodes_home(std::size_t count = usual_count);

    std::deque<place> places;
    std::unique_ptr<backing_services> backing; // made when it is known that nothing is missing
};

class service_nodes {
public:
    /// All are ready, and HAProxy listens on `port`, when it returns. `home` outlives it.
    service_nodes(nodes_home& home,
                  std::uint16_t port,
                  arguments more = {},
                  environment changes = {});
    service_nodes(const service_nodes&) = delete;
    service_nodes& operator=(const service_nodes&) = delete;

    std::size_t size() const noexcept { return nodes_.size(); }
    service_program& at(std::size_t node) { return nodes_.at(node).value(); }
    bool runs(std::size_t node) const { return nodes_.at(node).has_value(); }

    /// Port of HAProxy, and that of a node, which it keeps when it is started again.
    std::uint16_t port() const noexcept { return port_; }
    std::uint16_t port_of(std::size_t node) const { return home_.places.at(node).port.number(); }

    void start(std::size_t node);
    void kill(std::size_t node);

    /// SIGTERM, as by an upgrade: it ends what is under way and goes. Its exit code.
    int drain(std::size_t node, std::chrono::milliseconds limit = std::chrono::seconds(60));

    /// True if the node takes requests before `limit` is over.
    bool until_ready(std::size_t node, std::chrono::milliseconds limit) const;

    /// The end of all logs, for a person.
    std::string logs() const;

private:
    nodes_home& home_;
    std::uint16_t port_;
    arguments more_;
    environment changes_;
    std::vector<std::optional<service_program>> nodes_;
    std::optional<haproxy> balancer_;
};

} // namespace thimble::e2e
