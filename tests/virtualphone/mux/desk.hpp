// Virtual phones on a usbmuxd of their own, in the process of the test.
#pragma once

#include "virtualphone/lockdown/lockdown_service.hpp"
#include "virtualphone/mux/server.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <filesystem>
#include <memory>
#include <vector>

namespace thimble::virtualphone::tests {

class desk {
public:
    desk();
    desk(const desk&) = delete;
    desk& operator=(const desk&) = delete;
    ~desk();

    /// Plugged in, without WebDriverAgent; its own waits take no real time.
    phone& add(std::string_view udid = "00008130-000000000000001A",
               std::string_view ios = "18.5",
               std::optional<std::string> passcode = std::nullopt);
    lockdown_service& lockdown_of(const phone& device);

    /// A new connection of a host to the mux.
    stream connect();

    /// Runs one coroutine of a host to its end; fails the test after 20 s.
    void run(boost::asio::awaitable<void> host);

    boost::asio::io_context context{1};
    std::filesystem::path directory;
    std::shared_ptr<spdlog::logger> log;

private:
    struct attached;
    std::vector<std::unique_ptr<attached>> phones_;

public:
    mux::server mux;
};

} // namespace thimble::virtualphone::tests
