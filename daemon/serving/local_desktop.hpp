// This machine as the service in the same process sees it: the link without a wire.
#pragma once

#include "daemon/execution/executor.hpp"
#include "daemon/frames/streams.hpp"
#include "daemon/frames/video_streams.hpp"
#include "daemon/serving/local_app_sender.hpp"
#include "service/phones/desktop.hpp"

namespace thimble::daemon {

/// Home thread. Its dependencies outlive it.
class local_desktop final : public service::desktop {
public:
    /// `apps`: nullptr where none are installed from here.
    local_desktop(executor& commands,
                  streams& pictures,
                  video_streams& videos,
                  app_installations* apps)
        : commands_(commands), pictures_(pictures), videos_(videos), apps_(apps)
    {
    }
    local_desktop(const local_desktop&) = delete;
    local_desktop& operator=(const local_desktop&) = delete;
    ~local_desktop() override
    {
        pictures_.end_all(this);
        videos_.end_all(this);
    }

    boost::asio::awaitable<link::result> execute(link::command what,
                                                 std::function<void()> started) override
    {
        return commands_.execute(std::move(what), {.started = std::move(started)});
    }

    boost::asio::awaitable<std::optional<link::result>> recall(std::string job_id) override
    {
        return commands_.recall(std::move(job_id));
    }

    void forget(const std::string& job_id) override { commands_.forget(job_id); }

    void expect(const std::string& udid, const link::action& what) override
    {
        commands_.expect(udid, what);
    }

    void stream(const link::stream& wanted, std::function<void(link::frame)> on_frame) override
    {
        pictures_.set(this, wanted, std::move(on_frame));
    }

    void video(const link::stream& wanted,
               std::function<void(const link::access_unit&)> on_unit) override
    {
        videos_.set(this, wanted, std::move(on_unit));
    }

    void restart_video(const std::string& stream_id) override { videos_.restart(this, stream_id); }

    std::shared_ptr<service::desktop> sender_of(service::app_file what) override
    {
        return apps_ == nullptr ? nullptr
                                : std::make_shared<local_app_sender>(*apps_, std::move(what));
    }

    void withdraw(const std::string& job_id) override { commands_.withdraw(job_id); }
    void cancel(const std::string& job_id) override { commands_.cancel(job_id); }

private:
    executor& commands_;
    streams& pictures_;
    video_streams& videos_;
    app_installations* apps_;
};

} // namespace thimble::daemon
