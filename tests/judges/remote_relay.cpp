#include "tests/judges/remote_relay.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace thimble::judges {

bool has_ipv6_loopback()
{
    using boost::asio::ip::tcp;
    boost::asio::io_context context(1);
    tcp::acceptor probe(context);
    boost::system::error_code error;
    probe.open(tcp::v6(), error);
    if (!error)
        probe.bind({boost::asio::ip::address_v6::loopback(), 0}, error);
    return !error;
}

e2e::environment relay_variables(const go_ios_tunnels& tunnels)
{
    auto result = tunnels.variables();
    result["XDG_DATA_HOME"] = tunnels.home().string();
    return result;
}

nlohmann::json last_object_in(const std::string& output)
{
    const auto end = output.find_last_not_of('\n');
    const auto from = output.rfind('\n', end);
    return nlohmann::json::parse(output.substr(from == output.npos ? 0 : from + 1), nullptr, false);
}

} // namespace thimble::judges
