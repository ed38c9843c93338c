// Hears from usbmuxd which phones come and go, on the home thread.
#pragma once

#include "device/usbmux/attached_devices.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <functional>
#include <memory>
#include <string>

namespace thimble::device {

/// Home thread. Goes on through the death of usbmuxd: while it is away every phone is gone, and
/// within about a second of its return they are back.
class discovery {
public:
    struct listener {
        std::function<void(const attachment&)> added;
        std::function<void(const attachment&)> removed;
        std::function<void(const attachment&)> paired;
    };

    /// The listener is called on the home thread, never after the discovery is gone.
    discovery(boost::asio::any_io_executor home, listener heard);
    discovery(const discovery&) = delete;
    discovery& operator=(const discovery&) = delete;
    ~discovery();

private:
    struct subscription;
    std::shared_ptr<listener> listener_;
    std::unique_ptr<subscription> subscription_;
};

/// True where usbmuxd takes connections, as far as that can be told at once; true where it cannot.
/// `address` is written as in USBMUXD_SOCKET_ADDRESS: "UNIX:PATH" or "HOST:PORT".
bool usbmuxd_listens(const std::string& address);

/// At the address that libusbmuxd uses.
bool usbmuxd_listens();

} // namespace thimble::device
