// Three nodes with a network of their own each, a pair of PostgreSQL, NATS, HAProxy, and two
// desktops: each can fail on its own.
#pragma once

#include "tests/bus/nats_server.hpp"
#include "tests/e2e/connected_daemon.hpp"
#include "tests/e2e/faults/shifted_clock.hpp"
#include "tests/e2e/faults/tapped_system.hpp"
#include "tests/e2e/household.hpp"
#include "tests/e2e/http_client.hpp"
#include "tests/e2e/node_faults/node_network.hpp"
#include "tests/e2e/nodes/haproxy.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/sessions/scripted_provider.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/e2e/test_certificate.hpp"
#include "tests/e2e/virtual_phones.hpp"
#include "tests/store/postgresql_pair.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::e2e {

/// A desktop with phones, and the thimbled that has them.
struct cluster_desk {
    explicit cluster_desk(const phone_shop& wanted) : phones(wanted) {}

    virtual_phones phones;
    household home;
    std::vector<std::string> phone_ids;
    std::optional<connected_daemon> daemon;
};

class cluster final : public tapped_system {
public:
    static constexpr std::size_t node_count = 3;

    /// All phones are ready at every node when it returns. Nothing that it needs is missing: see
    /// require_programs_for_nodes().
    cluster();
    ~cluster() override;

    const virtual_phones& phones() const noexcept override { return tapped_.phones; }
    http_client api() const override;
    std::string path(std::size_t phone, const std::string& rest) const override;
    std::optional<std::size_t> unsettled() const override;
    std::string logs() const override;

    /// The phone that agents have, which nobody else taps on.
    virtual_phone phone_of_agents() const { return agents_.phones.at(0); }
    const std::string& id_of_agents_phone() const { return agents_.phone_ids.at(0); }
    scripted_provider& model() noexcept { return model_; }

    std::uint16_t port() const noexcept { return port_.number(); } // of HAProxy
    const std::string& key() const noexcept { return key_; }

    program& node(std::size_t which) { return nodes_.at(which).process.value(); }
    void kill_node(std::size_t which);
    void start_node(std::size_t which);

    /// SIGTERM, and waits for the end; its exit code.
    int drain_node(std::size_t which);
    node_network& network_of(std::size_t which) { return *networks_.each.at(which); }
    const std::string& kind_of_networks() const noexcept { return networks_.kind; }
    shifted_clock& clock_of(std::size_t which) { return nodes_.at(which).clock; }

    service::bus::test::nats_server& nats() noexcept { return *nats_; }
    service::store::test::postgresql_pair& store() noexcept { return *store_; }

    /// True if every node takes requests before `limit` is over.
    bool until_all_answer(std::chrono::milliseconds limit) const;

private:
    struct placed_node {
        std::shared_ptr<temporary_directory> state = std::make_shared<temporary_directory>();
        kept_port port;
        shifted_clock clock;
        balanced_node reached;
        std::optional<program> process;
    };

    void start_nodes();
    environment variables_of(std::size_t which);
    bool answers(const placed_node& which) const;
    void make_account();
    void begin(cluster_desk& desk);
    void learn_phones(cluster_desk& desk) const;
    std::string url() const;

    node_networks networks_;
    test_certificate certificate_; // of the model
    scripted_provider model_;
    cluster_desk tapped_;
    cluster_desk agents_;
    temporary_directory folder_; // of the key file
    std::unique_ptr<service::store::test::postgresql_pair> store_;
    std::string token_; // of NATS
    std::unique_ptr<service::bus::test::nats_server> nats_;
    kept_port port_;
    std::deque<placed_node> nodes_;
    std::optional<haproxy> balancer_;
    std::string key_;
};

} // namespace thimble::e2e
