// This machine as the service in the same process sees it: the link without a wire.
#pragma once

#include "daemon/executor.hpp"
#include "service/desktop.hpp"

namespace thimble::daemon {

/// Home thread. The executor outlives it.
class local_desktop final : public service::desktop {
public:
    explicit local_desktop(executor& commands) : commands_(commands) {}

    boost::asio::awaitable<link::result> execute(link::command what,
                                                 std::function<void()> started) override
    {
        return commands_.execute(std::move(what), {.started = std::move(started)});
    }

    boost::asio::awaitable<std::optional<link::result>> recall(std::string job_id) override
    {
        return commands_.recall(std::move(job_id));
    }

    void expect(const std::string& udid, const link::action& what) override
    {
        commands_.expect(udid, what);
    }

    void withdraw(const std::string& job_id) override { commands_.withdraw(job_id); }
    void cancel(const std::string& job_id) override { commands_.cancel(job_id); }

private:
    executor& commands_;
};

} // namespace thimble::daemon
