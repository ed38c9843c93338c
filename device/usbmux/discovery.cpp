#include "device/usbmux/discovery.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <stdexcept>
#include <string_view>
#ifdef __linux__
#include <sys/inotify.h>
#endif
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
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

/// Where there is no usbmuxd and the last listener goes, libusbmuxd's thread looks for the socket
/// in a loop without a point at which it can be cancelled, and the join never returns. Only while
/// it waits for the socket by inotify the loop has one; what it opens for that it never closes, so
/// a process that has ended many subscriptions, or a user with many such processes, has none left.
/// (libusbmuxd 2.0.2 to 2.1.1.)
bool monitor_can_be_cancelled()
{
#ifdef __linux__
    const int probe = ::inotify_init1(IN_CLOEXEC);
    if (probe >= 0)
        ::close(probe);
    return probe >= 0;
#else
    return true; // launchd holds the socket, so that the thread always finds it
#endif
}

} // namespace

/// libusbmuxd's subscriptions carry a context (libimobiledevice 1.3.0 has one global callback), so
/// several discoveries may live in one process.
struct discovery::subscription {
    std::mutex access;                                // to `home`
    std::optional<boost::asio::any_io_executor> home; // nothing once nobody listens any more
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
        libusbmuxd_set_use_inotify(1);
        usbmuxd_events_unsubscribe(context);
        libusbmuxd_set_use_inotify(0); // for those that are left
    }

    /// Tells nobody anything from now on.
    void fall_silent()
    {
        const std::lock_guard alone(access);
        home.reset();
    }

    /// On libusbmuxd's thread, or on the one that subscribes, with its mutex held: copy and post.
    static void on_event(const usbmuxd_event_t* event, void* user_data)
    {
        const cancellation_deferred guard;
        auto* self = static_cast<subscription*>(user_data);
        const std::lock_guard alone(self->access);
        if (!self->home)
            return;
        boost::asio::post(*self->home, [to = self->heard, kind = event->event,
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
};

discovery::discovery(boost::asio::any_io_executor home, listener heard)
    : listener_(std::make_shared<listener>(std::move(heard))),
      subscription_(std::make_unique<subscription>(std::move(home), listener_))
{
}

/// A thread that cannot be ended goes on, with a subscription that tells nobody, until the process
/// ends.
discovery::~discovery()
{
    if (monitor_can_be_cancelled())
        return;
    subscription_->fall_silent();
    static_cast<void>(subscription_.release()); // libusbmuxd's from now on
}

bool usbmuxd_listens(const std::string& address)
{
    constexpr std::string_view local = "UNIX:";
    sockaddr_un name{};
    if (!address.starts_with(local) || address.size() - local.size() >= sizeof name.sun_path)
        return true;
    name.sun_family = AF_UNIX;
    address.copy(name.sun_path, sizeof name.sun_path - 1, local.size());
    const int probe = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (probe < 0)
        return true;
    ::fcntl(probe, F_SETFD, FD_CLOEXEC);
    ::fcntl(probe, F_SETFL, O_NONBLOCK); // a full queue is an answer as well
    const bool refused =
        ::connect(probe, reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0 &&
        (errno == ENOENT || errno == ECONNREFUSED);
    ::close(probe);
    return !refused;
}

bool usbmuxd_listens()
{
    const char* const named =
        std::getenv("USBMUXD_SOCKET_ADDRESS"); // NOLINT(concurrency-mt-unsafe)
    return usbmuxd_listens(named != nullptr ? named : "UNIX:/var/run/usbmuxd");
}

} // namespace thimble::device
