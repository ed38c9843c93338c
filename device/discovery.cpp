#include "device/discovery.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <usbmuxd.h>
#include <utility>

namespace thimble::device {
namespace {

/// libusbmuxd ends its monitor thread by pthread_cancel, which would tear it out of the middle of
/// our C++ code; while this lives it cannot.
class cancellation_deferred {
public:
    cancellation_deferred() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    cancellation_deferred(const cancellation_deferred&) = delete;
    cancellation_deferred& operator=(const cancellation_deferred&) = delete;
    ~cancellation_deferred() { pthread_setcancelstate(before_, nullptr); }

private:
    int before_ = PTHREAD_CANCEL_ENABLE;
};

attachment attachment_of(const usbmuxd_device_info_t& info)
{
    const std::size_t length = strnlen(info.udid, sizeof info.udid);
    return {.udid = std::string(info.udid, length),
            .mux_handle = info.handle,
            .over_usb = info.conn_type == CONNECTION_TYPE_USB};
}

/// libusbmuxd's thread forgets that it was asked to end before it had begun, and then nothing ends
/// it. Nobody is told when it has begun.
constexpr std::chrono::milliseconds time_to_begin{1000};

} // namespace

/// libusbmuxd's subscriptions carry a context (libimobiledevice 1.3.0 has one global callback), so
/// several discoveries may live in one process.
struct discovery::subscription {
    boost::asio::any_io_executor home;
    std::weak_ptr<listener> heard;
    usbmuxd_subscription_context_t context = nullptr;

    subscription(boost::asio::any_io_executor executor, std::weak_ptr<listener> to)
        : home(std::move(executor)), heard(std::move(to))
    {
        // With inotify no event ever comes again after usbmuxd has returned on a socket of its own.
        libusbmuxd_set_use_inotify(0);
        if (usbmuxd_events_subscribe(&context, &subscription::on_event, this) != 0)
            throw std::runtime_error("the thread that listens to usbmuxd could not be started");
    }
    subscription(const subscription&) = delete;
    subscription& operator=(const subscription&) = delete;
    ~subscription()
    {
        std::this_thread::sleep_until(begun_ + time_to_begin);
        usbmuxd_events_unsubscribe(context);
    }

    /// No event is heard after this.
    void end()
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }

    /// On libusbmuxd's thread, or on the one that subscribes, with its mutex held: copy and post.
    static void on_event(const usbmuxd_event_t* event, void* user_data)
    {
        const cancellation_deferred guard;
        auto* self = static_cast<subscription*>(user_data);
        const std::lock_guard lock(self->mutex_);
        if (self->ended_)
            return;
        boost::asio::post(self->home, [to = self->heard, kind = event->event,
                                       subject = attachment_of(event->device)] {
            if (const auto alive = to.lock())
                tell(*alive, kind, subject);
        });
    }

    static void tell(const listener& to, int kind, const attachment& subject)
    {
        switch (kind) {
        case UE_DEVICE_ADD:
            return to.added(subject);
        case UE_DEVICE_REMOVE:
            return to.removed(subject);
        case UE_DEVICE_PAIRED:
            return to.paired(subject);
        default:
            return;
        }
    }

private:
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    bool ended_ = false; // where the events are posted may be gone
};

discovery::discovery(boost::asio::any_io_executor home, listener heard)
    : listener_(std::make_shared<listener>(std::move(heard))),
      subscription_(std::make_unique<subscription>(std::move(home), listener_))
{
}

/// Does not wait for libusbmuxd, which joins its thread: that may be in the middle of a call.
discovery::~discovery()
{
    subscription_->end();
    try {
        std::thread([owned = std::move(subscription_)] {}).detach();
    } catch (const std::system_error&) {
        return; // without a thread for it, it has ended in this one
    }
}

} // namespace thimble::device
