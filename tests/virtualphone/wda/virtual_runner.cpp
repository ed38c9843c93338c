#include "tests/virtualphone/wda/virtual_runner.hpp"

#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <chrono>
#include <sstream>
#include <utility>

namespace thimble::virtualphone::tests {

namespace asio = boost::asio;

virtual_runner::virtual_runner(const char* model, double device_time, identity who, const char* ios)
    : device(*find_model(model), *find_ios_profile(ios), std::move(who), device_time),
      agent(context.get_executor(), device)
{
}

stream virtual_runner::connect(std::uint16_t port)
{
    asio::local::stream_protocol::socket client(context);
    asio::local::stream_protocol::socket server(context);
    asio::local::connect_pair(client, server);
    const port_service* const service = device.ports.find(port);
    REQUIRE(service != nullptr);
    asio::co_spawn(context, (*service)(stream(std::move(server))), asio::detached);
    return stream(std::move(client));
}

void virtual_runner::run_until(const std::function<bool()>& done)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    context.restart();
    while (!done() && std::chrono::steady_clock::now() < end)
        context.run_one_until(end);
    REQUIRE(done());
}

std::vector<std::string> virtual_runner::touches() const
{
    std::vector<std::string> found;
    const nlohmann::json log = device.log.since(0);
    for (const auto& event : log.at("events")) {
        if (event.at("kind") != "touch")
            continue;
        std::ostringstream text;
        text << event.at("phase").get<std::string>() << ' ' << event.at("x").get<double>() << ','
             << event.at("y").get<double>();
        found.push_back(text.str());
    }
    return found;
}

} // namespace thimble::virtualphone::tests
