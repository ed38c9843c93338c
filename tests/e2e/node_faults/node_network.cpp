#include "tests/e2e/node_faults/node_network.hpp"

#include "tests/e2e/faults/relay.hpp"

#include <map>
#include <memory>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace thimble::e2e {

namespace {

bool succeeds(const arguments& words)
{
    return run("ip", words).code == 0;
}

void require_ip(const arguments& words)
{
    const auto done = run("ip", words);
    if (done.code != 0)
        throw std::runtime_error("ip: " + done.errors);
}

/// "10.213.NUMBER.": two addresses of it are used.
std::string subnet(std::size_t number)
{
    return "10.213." + std::to_string(number) + ".";
}

constexpr auto* own_address = "10.213.255.1"; // of this machine, for all nodes
constexpr auto* loopback_address = "127.0.0.1";

/// A pair of virtual links that stays up when those of the nodes are down: an address of a link
/// that is down is nobody's.
class machine_end {
public:
    machine_end()
    {
        try {
            require_ip({"link", "add", name, "type", "veth", "peer", "name", peer});
            require_ip({"addr", "add", std::string(own_address) + "/32", "dev", name});
            require_ip({"link", "set", peer, "up"});
            require_ip({"link", "set", name, "up"});
        } catch (...) {
            take_down();
            throw;
        }
    }
    machine_end(const machine_end&) = delete;
    machine_end& operator=(const machine_end&) = delete;
    ~machine_end() { take_down(); }

private:
    static void take_down() { succeeds({"link", "del", name}); }

    static constexpr auto* name = "thoall";
    static constexpr auto* peer = "thiall";
};

/// A namespace that hangs on this machine by a pair of virtual links.
class namespaced_network final : public node_network {
public:
    namespaced_network(std::size_t number, std::shared_ptr<machine_end> outside)
        : outside_(std::move(outside)),
          name_("thimble-" + std::to_string(::getpid()) + "-" + std::to_string(number)),
          outer_("tho" + std::to_string(number)), inner_("thi" + std::to_string(number)),
          subnet_(subnet(number))
    {
        try {
            set_up();
        } catch (...) {
            take_down();
            throw;
        }
    }
    ~namespaced_network() override { take_down(); }

    arguments prefix() const override { return {"ip", "netns", "exec", name_}; }
    std::string inner_address() const override { return subnet_ + "2"; }
    balanced_node way_in(std::uint16_t port) override
    {
        return {.host = inner_address(), .port = port};
    }
    balanced_node way_out(std::uint16_t port) override
    {
        return {.host = own_address, .port = port};
    }
    void cut() override { require_ip({"link", "set", outer_, "down"}); }
    void mend() override { require_ip({"link", "set", outer_, "up"}); }

private:
    void set_up()
    {
        require_ip({"netns", "add", name_});
        require_ip({"link", "add", outer_, "type", "veth", "peer", "name", inner_});
        require_ip({"link", "set", inner_, "netns", name_});
        require_ip({"addr", "add", subnet_ + "1/30", "dev", outer_});
        require_ip({"link", "set", outer_, "up"});
        require_ip({"-n", name_, "addr", "add", subnet_ + "2/30", "dev", inner_});
        require_ip({"-n", name_, "link", "set", inner_, "up"});
        require_ip({"-n", name_, "link", "set", "lo", "up"});
        require_ip({"-n", name_, "route", "add", "default", "via", subnet_ + "1"});
    }

    void take_down()
    {
        succeeds({"link", "del", outer_});
        succeeds({"netns", "del", name_});
    }

    std::shared_ptr<machine_end> outside_;
    std::string name_;
    std::string outer_; // end of the link on this machine
    std::string inner_;
    std::string subnet_;
};

/// Loopback, on which each way leads through a relay.
class relayed_network final : public node_network {
public:
    arguments prefix() const override { return {}; }
    std::string inner_address() const override { return loopback_address; }
    balanced_node way_in(std::uint16_t port) override { return way_to(port); }
    balanced_node way_out(std::uint16_t port) override { return way_to(port); }
    void cut() override
    {
        for (auto& [port, each] : relays_) {
            each.stall(direction::up);
            each.stall(direction::down);
        }
    }
    void mend() override
    {
        for (auto& [port, each] : relays_)
            each.pass();
    }

private:
    balanced_node way_to(std::uint16_t port)
    {
        auto& one = relays_[port];
        one.lead_to(port);
        return {.host = loopback_address, .port = one.port()};
    }

    std::map<std::uint16_t, relay> relays_; // by the port that each leads to
};

node_networks namespaces(std::size_t count)
{
    node_networks out{.each = {},
                      .kind = "namespaces with a link each",
                      .outer_address = own_address,
                      .trusted = "10.213.0.0/16"};
    const auto outside = std::make_shared<machine_end>();
    for (std::size_t i = 0; i < count; ++i)
        out.each.push_back(std::make_unique<namespaced_network>(i, outside));
    return out;
}

node_networks relays(std::size_t count)
{
    node_networks out{
        .each = {}, .kind = "relays", .outer_address = loopback_address, .trusted = "127.0.0.1/32"};
    for (std::size_t i = 0; i < count; ++i)
        out.each.push_back(std::make_unique<relayed_network>());
    return out;
}

} // namespace

node_networks make_networks(std::size_t count)
{
    if (::geteuid() == 0) {
        try {
            return namespaces(count);
        } catch (const std::exception&) { // not allowed here, or there is no `ip`
        }
    }
    return relays(count);
}

} // namespace thimble::e2e
