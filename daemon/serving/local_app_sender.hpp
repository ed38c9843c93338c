// An app on its way to a phone of this machine, as the service in the same process sees it.
#pragma once

#include "daemon/installed_apps/app_installations.hpp"
#include "service/phones/desktop.hpp"

namespace thimble::daemon {

/// Home thread. Its one command installs the file.
class local_app_sender final : public service::desktop {
public:
    /// `apps` outlives it.
    local_app_sender(app_installations& apps, service::app_file what)
        : apps_(apps), what_(std::move(what))
    {
    }

    boost::asio::awaitable<link::result> execute(link::command what,
                                                 std::function<void()> started) override;

    void withdraw(const std::string& /*job_id*/) override { *wanted_ = false; }
    void cancel(const std::string& /*job_id*/) override { *wanted_ = false; }

private:
    app_installations& apps_;
    service::app_file what_;
    app_installations::wanted_flag wanted_ = std::make_shared<std::atomic<bool>>(true);
};

} // namespace thimble::daemon
