#include "tests/e2e/nodes/haproxy.hpp"

#include "tests/e2e/eventually.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace thimble::e2e {

namespace {

/// Kept as near to the example of docs/many-machines.md as a test allows. A connection that was
/// refused is tried at another node; a request that was sent is never sent again.
constexpr auto* head = R"(global
    maxconn 2000
    tune.bufsize 32768

defaults
    mode http
    balance roundrobin
    timeout connect 2s
    timeout client 10m
    timeout server 10m
    timeout tunnel 1h
    timeout check 3s
    timeout http-request 30s
    timeout http-keep-alive 75s
    option http-server-close
    option http-no-delay
    option abortonclose
    option forwardfor
    option redispatch 1
    retries 3
    retry-on conn-failure
    option httpchk
    http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
    http-check expect status 200
    default-server inter 250ms fall 1 rise 1
)";

constexpr auto* routes = R"(
    http-response set-header X-Served-By %s
    use_backend links if { path_beg /v1/link }
    default_backend nodes
)";

/// Both links of a desktop, which come with its token, go to one node.
constexpr auto* links = R"(
backend links
    balance hdr(Authorization)
    hash-type consistent
)";

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
    start();
}

std::string haproxy::configuration() const
{
    std::string checked;
    std::string tracked;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const auto name = "node" + std::to_string(i);
        const auto server =
            "    server " + name + " " + nodes_[i].host + ":" + std::to_string(nodes_[i].port);
        checked += server + " check\n";
        tracked += server + " track nodes/" + name + "\n";
    }
    return std::string(head) + "\nfrontend clients\n    bind 127.0.0.1:" + std::to_string(port_) +
           routes + "\nbackend nodes\n" + checked + links + tracked;
}

void haproxy::start()
{
    const auto file = folder_.path() / "haproxy.cfg";
    std::ofstream(file) << configuration();
    running_ =
        std::make_unique<e2e::program>(program_.string(), arguments{"-db", "-f", file.string()});
    const bool listens =
        eventually(30s, [this] { return accepts_at(port_) || running_->wait(0ms).has_value(); });
    if (!listens || running_->wait(0ms))
        throw std::runtime_error("HAProxy does not start: " + running_->output() +
                                 running_->errors());
}

} // namespace thimble::e2e
