#include "tests/e2e/nodes/haproxy.hpp"

#include "tests/e2e/eventually.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace thimble::e2e {

namespace {

/// The example's, which has names of variables where addresses and ports are.
constexpr auto* configuration = THIMBLE_SOURCE_DIR "/packaging/examples/three-nodes/haproxy.cfg";
constexpr std::size_t nodes_of_example = 3;

std::string host_and_port_of(const balanced_node& node)
{
    return node.host + ":" + std::to_string(node.port);
}

bool accepts_at(std::uint16_t port)
{
    boost::asio::io_context context(1);
    boost::asio::ip::tcp::socket tried(context);
    boost::system::error_code refused;
    tried.connect({boost::asio::ip::address_v4::loopback(), port}, refused);
    return !refused;
}

} // namespace

std::optional<std::filesystem::path> haproxy::installed()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody writes to the environment
    if (const char* const given = std::getenv("THIMBLE_TEST_HAPROXY"))
        return given;
    for (const auto* const each : {"/usr/sbin/haproxy", "/usr/bin/haproxy",
                                   "/opt/homebrew/bin/haproxy", "/usr/local/bin/haproxy"})
        if (std::filesystem::exists(each))
            return each;
    return std::nullopt;
}

haproxy::haproxy(std::filesystem::path program,
                 std::uint16_t port,
                 std::vector<balanced_node> nodes)
    : program_(std::move(program)), port_(port), nodes_(std::move(nodes))
{
    if (nodes_.size() != nodes_of_example)
        throw std::invalid_argument("the example of HAProxy has three nodes");
    start();
}

environment haproxy::variables() const
{
    environment out{{"THIMBLE_CLIENTS", "127.0.0.1:" + std::to_string(port_)},
                    {"THIMBLE_CHECK_INTERVAL", "250ms"}};
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        out["THIMBLE_NODE_" + std::to_string(i)] = host_and_port_of(nodes_[i]);
    return out;
}

void haproxy::start()
{
    running_ = std::make_unique<e2e::program>(program_.string(),
                                              arguments{"-db", "-f", configuration}, variables());
    const bool listens =
        eventually(30s, [this] { return accepts_at(port_) || running_->wait(0ms).has_value(); });
    if (!listens || running_->wait(0ms))
        throw std::runtime_error("HAProxy does not start: " + running_->output() +
                                 running_->errors());
}

} // namespace thimble::e2e
