// A virtual phone under control, and a world that notes what it is told to do.
#pragma once

#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"
#include "virtualphone/control/control_server.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thimble::virtualphone::tests {

/// Notes what it is told to do.
class recording_world final : public world {
public:
    void plug(phone& which) override
    {
        which.plugged = true;
        done.emplace_back("plug");
    }
    void unplug(phone& which) override
    {
        which.plugged = false;
        done.emplace_back("unplug");
    }
    void set_trust(phone& which, virtualphone::trust answer) override
    {
        which.trust = answer;
        done.emplace_back("trust");
    }
    void stop_mux() override { done.emplace_back("stop"); }
    void start_mux() override { done.emplace_back("start"); }

    std::vector<std::string> done;
};

/// A control for one phone, and a client of it.
struct controlled {
    explicit controlled(const std::string& address = "127.0.0.1:0")
        : server(*control_server::open(
              runner.context.get_executor(), address, {{&runner.device, &runner.agent}}, around)),
          client(runner, connect())
    {
    }

    stream connect()
    {
        const std::string& address = server->address();
        if (address.starts_with("UNIX:")) {
            boost::asio::local::stream_protocol::socket socket(runner.context);
            socket.connect(address.substr(5));
            return socket;
        }
        const auto port = std::stoi(address.substr(address.rfind(':') + 1));
        boost::asio::ip::tcp::socket socket(runner.context);
        socket.connect({boost::asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(port)});
        return socket;
    }

    std::string path(const std::string& call) const
    {
        return "/phones/" + runner.device.os.who().udid + (call.empty() ? "" : "/" + call);
    }

    nlohmann::json get(const std::string& call)
    {
        return nlohmann::json::parse(client.ask(http::verb::get, path(call)).body());
    }

    nlohmann::json post(const std::string& call,
                        const nlohmann::json& body = nlohmann::json::object())
    {
        const auto response = client.ask(http::verb::post, path(call), body.dump());
        INFO(response.body());
        CHECK(response.result_int() == 200);
        return nlohmann::json::parse(response.body());
    }

    /// The status of a call that must be refused with a sentence.
    unsigned refused(http::verb method, const std::string& target, const std::string& body = "")
    {
        const auto response = client.ask(method, target, body);
        INFO(target << ' ' << body);
        CHECK_FALSE(nlohmann::json::parse(response.body()).at("error").get<std::string>().empty());
        return response.result_int();
    }

    virtual_runner runner;
    recording_world around;
    std::unique_ptr<control_server> server;
    http_client client;
};

} // namespace thimble::virtualphone::tests
