// The test session that an installed runner needs.
#pragma once

#include "device/dtx/connection.hpp"
#include "device/runner_start/process_ends.hpp"
#include "device/runner_start/runner_configuration.hpp"

#include <functional>
#include <memory>

namespace thimble::device::runner_start {

/// Launches an app, by process control or otherwise.
using launcher = std::function<boost::asio::awaitable<result<process_id>>(launch_request what)>;

/// Two streams to testmanagerd: the port of com.apple.dt.testmanagerd.remote in the tunnel, or what
/// lockdownd starts as com.apple.testmanagerd.lockdown.secure up to iOS 16.
struct session_streams {
    std::unique_ptr<coredevice::byte_stream> session;
    std::unique_ptr<coredevice::byte_stream> control;
};

struct session_settings {
    /// Up to iOS 16 the runner is authorized so long after it came.
    std::chrono::milliseconds before_authorizing = std::chrono::seconds(1);

    /// Where the end of the launched process is told; null: nobody tells of it.
    std::shared_ptr<process_ends> ends{};
};

/// Home thread. The runner lives as long as this and both its connections.
class test_session {
public:
    using limit = dtx::connection::limit;

    /// The configuration file, where there is one, has been written before. Ends when the runner
    /// has been told to begin; its own server comes up some seconds later. `within` holds for each
    /// step; a connection that ends, and a runner that fails or exits, end all of them at once.
    /// Fails as dtx::connection does, or with "not_authorized", "runner_failed", "runner_finished"
    /// or as ended_runner() tells of its process. A runner that was launched
    /// by then goes on until it notices.
    static boost::asio::awaitable<result<test_session>> start(session_streams over,
                                                              launcher launch,
                                                              runner_app which,
                                                              session_plan plan,
                                                              limit within,
                                                              session_settings how);

    /// The same, where nobody tells of the end of the process.
    static boost::asio::awaitable<result<test_session>>
    start(session_streams over,
          launcher launch,
          runner_app which,
          session_plan plan,
          limit within,
          std::chrono::milliseconds before_authorizing = std::chrono::seconds(1));

    test_session(test_session&&) noexcept;
    test_session& operator=(test_session&&) noexcept;
    ~test_session();

    process_id process() const noexcept;

    /// Ends when the runner has, its process, or a connection of the session.
    boost::asio::awaitable<failure> until_ended();

private:
    struct parts;

    explicit test_session(std::unique_ptr<parts> of);

    std::unique_ptr<parts> parts_;
};

} // namespace thimble::device::runner_start
