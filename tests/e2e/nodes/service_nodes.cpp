#include "tests/e2e/nodes/service_nodes.hpp"

#include "tests/e2e/eventually.hpp"

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace thimble::e2e {

namespace {

constexpr auto first_lease_limit = 60s; // PostgreSQL makes the schema, and the lease takes 3 s
constexpr std::size_t log_shown = 6000; // bytes of each

std::string tail_of(const std::string& log)
{
    return log.substr(log.size() - std::min(log.size(), log_shown));
}

bool answers_ready(std::uint16_t port)
{
    try {
        return http_client(port).get("/readyz").status == 200;
    } catch (const std::exception&) { // it does not listen
        return false;
    }
}

} // namespace

nodes_home::nodes_home(std::size_t count)
{
    require_programs_for_nodes();
    for (std::size_t i = 0; i < count; ++i)
        places.emplace_back();
    backing = std::make_unique<backing_services>();
}

service_nodes::service_nodes(nodes_home& home,
                             std::uint16_t port,
                             arguments more,
                             environment changes)
    : home_(home), port_(port), more_(std::move(more)), changes_(std::move(changes)),
      nodes_(home.places.size())
{
    changes_.merge(home_.backing->variables());
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        start(i);
    std::vector<balanced_node> balanced;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!until_ready(i, first_lease_limit))
            throw std::runtime_error("a node does not get ready: " + logs());
        balanced.push_back({.host = "127.0.0.1", .port = port_of(i)});
    }
    balancer_.emplace(haproxy::installed().value(), port_, std::move(balanced));
}

void service_nodes::start(std::size_t node)
{
    const auto& place = home_.places.at(node);
    nodes_.at(node).emplace(more_, place.state, place.port.number(), changes_);
}

void service_nodes::kill(std::size_t node)
{
    at(node).process().send_signal(SIGKILL);
    at(node).process().wait(5s);
    nodes_.at(node).reset();
}

int service_nodes::drain(std::size_t node, std::chrono::milliseconds limit)
{
    at(node).process().send_signal(SIGTERM);
    const auto ended = at(node).process().wait(limit);
    const auto told = at(node).process().errors();
    nodes_.at(node).reset();
    if (!ended)
        throw std::runtime_error("a node does not end: " + told);
    return ended->code;
}

bool service_nodes::until_ready(std::size_t node, std::chrono::milliseconds limit) const
{
    return eventually(limit, [&] { return answers_ready(port_of(node)); });
}

std::string service_nodes::logs() const
{
    std::string out;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i])
            out += "\nnode " + std::to_string(i) + ":\n" + tail_of(nodes_[i]->process().errors());
    if (balancer_)
        out += "\nHAProxy:\n" + tail_of(balancer_->process().errors());
    return out;
}

} // namespace thimble::e2e
