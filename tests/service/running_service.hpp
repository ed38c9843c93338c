// A service on a free port with a scripted desktop, on a thread of its own.
#pragma once

#include "service/server/server.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/service/scripted_desktop.hpp"

#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace thimble::service::test {

inline constexpr const char* api_key = "tk_of_the_tests";
inline constexpr const char* desktop_id = "6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10";

/// An attached, ready phone of 620 by 1344 pixels.
link::phone_state phone(const std::string& udid, const std::string& name = "Ada's iPhone");

class running_service {
public:
    /// Without a phone; its desktop is connected. `adjust` may change what it is started with,
    /// `teach` what the desktop knows by then.
    explicit running_service(limits granted = {},
                             std::chrono::milliseconds drain = std::chrono::seconds(2),
                             const std::function<void(server_options&)>& adjust = nullptr,
                             const std::function<void(scripted_desktop&)>& teach = nullptr);
    running_service(const running_service&) = delete;
    running_service& operator=(const running_service&) = delete;
    ~running_service();

    std::uint16_t port() const { return port_; }

    /// Where it keeps its state.
    const std::filesystem::path& state_dir() const { return state_.path(); }

    /// A phone is there; its id.
    std::string attach(const link::phone_state& state);

    /// Runs `work` on the home thread and waits for it.
    void at_home(const std::function<void()>& work);

    /// Tells the desktop what to do.
    void direct(const std::function<void(scripted_desktop&)>& work);

    /// Things that the desktop has seen so far.
    observations seen();

    /// Waits until `condition`, asked on the home thread after every change, holds of what the
    /// desktop has seen. False when it does not within half a minute, longer under a slowdown.
    bool until(std::function<bool(const observations&)> condition);

    /// Another desktop, not yet connected.
    std::shared_ptr<scripted_desktop> another_desktop();

    /// Ends the service as a signal would, and returns when run() has returned.
    void stop();

    /// The same in two steps.
    void begin_to_stop();
    void wait_for_end();

    /// Everything that has been logged so far. A request's line follows its answer.
    std::string logged();

    /// Waits until the log contains `text`. The same limit.
    bool logs(const std::string& text);

    /// Home thread.
    server& service() { return *service_; }

private:
    boost::asio::io_context home_{1};
    std::ostringstream log_text_; // home thread
    e2e::temporary_directory state_;
    std::shared_ptr<scripted_desktop> desktop_;
    std::unique_ptr<server> service_;
    boost::asio::cancellation_signal stop_;
    std::promise<void> ended_;
    std::uint16_t port_ = 0;
    std::vector<std::chrono::milliseconds> too_long_; // handlers: see async/home_watch.hpp
    std::thread thread_;
};

} // namespace thimble::service::test
