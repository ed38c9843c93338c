// testmanagerd: the sessions in which hosts test, and the runner that they start for them.
#pragma once

#include "virtualphone/xctest/runner_process.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace thimble::virtualphone::xctest {

/// One for each phone; outlives its connections. Home thread only.
class test_manager {
public:
    static constexpr std::string_view channel =
        "dtxproxy:XCTestManager_IDEInterface:XCTestManager_DaemonConnectionInterface";
    static constexpr std::size_t most_sessions = 64;

    /// For each connection to the service. A session opens with the identifier that its runner is
    /// started with; a control session says by a process' number which runner may test.
    dtx::channel_opener channels(const phone& device);

    /// A runner has been started; the one before it has ended.
    void launched(phone& on, const boost::asio::any_io_executor& home, runner_launch how);

    /// The runner that was started, if that is its number; nullptr: another process.
    runner_process* find(std::int64_t process) const;
    /// The runner that was started and has not ended; nullptr: none.
    runner_process* runner() const;
    /// Of the latest runner, where that was its number and it has exited by itself.
    std::optional<std::int64_t> exit_code(std::int64_t process) const;

private:
    dtx::outcome answer(const phone& device,
                        const std::shared_ptr<dtx::connection>& from,
                        const dtx::invocation& what);
    dtx::outcome open_session(const std::shared_ptr<dtx::connection>& from,
                              const dtx::invocation& what);
    dtx::outcome authorise(const std::shared_ptr<dtx::connection>& from,
                           const dtx::invocation& what);

    std::map<std::string, std::weak_ptr<dtx::connection>> sessions_; // by identifier
    std::shared_ptr<runner_process> runner_;
};

/// Serves one connection of a host to its end. Fault name: "testmanagerd".
boost::asio::awaitable<void>
serve_test_manager(std::unique_ptr<dtx::byte_line> line, phone& device, test_manager& with);

/// Capabilities that a phone's services of DTX tell of themselves.
dtx::dictionary service_capabilities();

} // namespace thimble::virtualphone::xctest
