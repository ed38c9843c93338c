// One run of WebDriverAgent's runner that a host has started: from its launch to its end.
#pragma once

#include "virtualphone/dtx/connection.hpp"
#include "virtualphone/phone/phone.hpp"

#include <boost/asio/steady_timer.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::virtualphone::xctest {

/// Hosts reach testmanagerd through a tunnel from this iOS on, through lockdownd before.
inline constexpr int first_in_tunnel = 17;

/// The configuration that a runner is to test with.
struct configuration_source {
    bool in_file = false; // as hosts have it up to iOS 16; else it is asked for
    std::optional<dtx::bytes> content{};
};

/// Start of a runner.
struct runner_launch {
    std::string bundle_id;
    std::int64_t process = 0;
    std::string session{}; // identifier of the test session that it is for; empty: none
    bool in_front = false; // it was not told to leave the front by itself
    configuration_source configuration{};
};

/// Opens WebDriverAgent's ports once its test plan has been started, or by itself where it has no
/// XCTest of its own (from iOS 17 on), and closes them when it ends. It ends when it is killed,
/// when a connection of its session closes, and when it cannot automate anything; it
/// exits by itself where it gets no configuration. Times: 30 s of
/// the phone's clock until it gives up to leave the front, 60 s until the question for the passcode
/// has had no answer. The phone's log tells why it could not automate ("runner_failed"). The phone
/// outlives it. Home thread only.
class runner_process : public std::enable_shared_from_this<runner_process> {
public:
    runner_process(phone& on, boost::asio::any_io_executor home, runner_launch how);

    /// Goes on by itself from here.
    void begin();

    /// The session that it is for is there.
    void join(std::shared_ptr<dtx::connection> session);
    /// The host that keeps it alive has said that it may test.
    void authorise(std::shared_ptr<dtx::connection> control);
    void kill();

    const runner_launch& how() const noexcept { return how_; }
    bool ended() const noexcept { return ended_; }

    /// Nothing where it has not exited by itself.
    std::optional<std::int64_t> exit_code() const noexcept { return exit_code_; }

private:
    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> run_alone();
    boost::asio::awaitable<void> run_session();
    boost::asio::awaitable<bool> get_configured(std::int32_t driver);
    boost::asio::awaitable<void> test(std::int32_t driver);
    boost::asio::awaitable<void> serve(std::int32_t driver);
    boost::asio::awaitable<std::optional<dtx::ns_error>> find_obstacle();
    boost::asio::awaitable<std::optional<dtx::ns_error>> look_for_obstacle();
    boost::asio::awaitable<void> look_again();
    boost::asio::awaitable<void>
    report(std::int32_t driver, std::string selector, std::vector<dtx::argument> arguments);
    void begin_report(std::int32_t driver,
                      std::string selector,
                      std::vector<dtx::argument> arguments = {});
    dtx::outcome answer_driver(const dtx::invocation& what);
    bool session_there() const;
    bool is_of_session(const dtx::object& configuration) const;
    bool has_fitting_file() const;
    bool over() const;
    void leave_front();
    void open_ports();
    void leave();

    phone& device_;
    boost::asio::any_io_executor home_;
    runner_launch how_;
    std::shared_ptr<dtx::connection> session_;
    std::shared_ptr<dtx::connection> control_;
    boost::asio::steady_timer timer_;
    bool killed_ = false;
    bool plan_started_ = false;
    bool serving_ = false;   // the ports are open
    bool reporting_ = false; // the host has not answered yet
    bool ended_ = false;
    std::optional<std::int64_t> exit_code_;
};

} // namespace thimble::virtualphone::xctest
