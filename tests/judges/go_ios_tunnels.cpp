#include "tests/judges/go_ios_tunnels.hpp"

#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <stdexcept>
#include <unistd.h>

namespace thimble::judges {

namespace {

constexpr auto tunnel_program = THIMBLE_GO_IOS;

using e2e::operator""s;

/// True if nobody listens on any of `count` ports from `first` on.
bool are_free(std::uint16_t first, std::uint16_t count)
{
    boost::asio::io_context context(1);
    std::vector<boost::asio::ip::tcp::acceptor> held;
    for (std::uint16_t port = first; port < first + count; ++port) {
        boost::system::error_code taken;
        auto& one = held.emplace_back(context, boost::asio::ip::tcp::v4());
        one.bind({boost::asio::ip::address_v4::loopback(), port}, taken);
        if (taken)
            return false;
    }
    return true;
}

/// Of the agent, which takes those that follow for the tunnels. Below the ports that systems give
/// to connections, where another test could be given one of them at any time.
std::uint16_t agent_port(std::size_t phones)
{
    constexpr std::uint16_t lowest = 20'000;
    constexpr std::uint16_t apart = 8;
    constexpr unsigned places = 1'200;
    const auto first = static_cast<unsigned>(::getpid());
    for (unsigned tries = 0; tries < places; ++tries) {
        const auto port = static_cast<std::uint16_t>(lowest + (first + tries) % places * apart);
        if (are_free(port, static_cast<std::uint16_t>(phones + 1)))
            return port;
    }
    throw std::runtime_error("there are no free ports for go-ios");
}

} // namespace

go_ios_tunnels::go_ios_tunnels(const e2e::virtual_phones& phones)
    : phones_(phones), agent_(agent_port(phones.size()))
{
    for (std::size_t at = 0; at < phones.size(); ++at)
        REQUIRE(ask({"pair"}, phones.at(at)).code == 0);
    tunnels_.emplace(tunnel_program,
                     e2e::arguments{"tunnel", "start", "--userspace",
                                    "--pair-record-path=" + home_.path().string()},
                     variables());
}

bool go_ios_tunnels::has_tunnel_to(const e2e::virtual_phone& phone) const
{
    return e2e::eventually(20s, [&] {
        try {
            const auto told = e2e::http_client(agent_).get("/tunnel/" + phone.udid());
            return told.status == 200 && told.json().at("userspaceTun") == true;
        } catch (const std::exception&) {
            return false; // not listening yet
        }
    });
}

e2e::run_result go_ios_tunnels::ask(e2e::arguments what, const e2e::virtual_phone& of) const
{
    what.push_back("--udid=" + of.udid());
    return e2e::run(tunnel_program, what, variables());
}

e2e::environment go_ios_tunnels::variables() const
{
    auto result = phones_.variables();
    result["HOME"] = home_.path().string();
    result["GO_IOS_AGENT_PORT"] = std::to_string(agent_);
    return result;
}

} // namespace thimble::judges
