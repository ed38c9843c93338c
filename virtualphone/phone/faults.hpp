// Faults that a test switches on, by the name of the service that shows them.
#pragma once

#include "virtualphone/os/model/event_log.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

enum class fault_kind : std::uint8_t {
    refuse,  // connections are refused
    hang,    // accepted, then silence
    trickle, // the answer comes a few bytes at a time, `ms` between them
    cut,     // the connection closes in the middle of the answer
    delay,   // the answer comes `ms` late
    corrupt, // the answer is not what the protocol says
    error,   // the service's own way to say no
};

std::optional<fault_kind> parse_fault_kind(std::string_view text);

struct fault {
    fault_kind kind = fault_kind::refuse;
    int count = -1; // how many times it shows; negative: until cleared
    milliseconds length{0};
};

/// One fault a service at a time. Names: usbmux, lockdown, wda, mjpeg, and the short names of the
/// lockdown services (screenshotr, installation_proxy, …). A fault of any kind of wda.session loses
/// the session, of wda.application crashes what is in front, and of wda.queue stops the main queue
/// for its length. A fault of wda.screenshot fails a screenshot; `corrupt` sends one that breaks
/// off in the middle. A fault of wda.keys fails a text when its first half has been typed; one of
/// wda.source is the runner's death when it is asked for a tree; one of wda.locked keeps the runner
/// from knowing that the phone is locked; one of wda.locked_session delays the beginning of a
/// session on a locked phone, by 20 s without `ms`; one of installation_proxy.placeholder leaves
/// the icon of an app that is refused, and one of installation_proxy.full, .prohibited or
/// .free_team refuses an app that would be installed; one of lockdown.pair refuses a host without
/// asking the person, and one of testmanagerd.configuration lets a runner find no configuration;
/// one of mobile_image_mounter.unmount keeps the developer image from being unmounted.
class fault_switches {
public:
    void set(const std::string& service, fault what) { faults_[service] = what; }
    void clear() { faults_.clear(); }

    /// The fault that this service has to show now, and one showing fewer left of it.
    std::optional<fault> take(std::string_view service);

    /// The same for who can only refuse: a fault of another kind is left for the service to show.
    bool take_refusal(std::string_view service);

    /// The same for an open connection: a refusal is left for the next one that is opened.
    std::optional<fault> take_other_than_refusal(std::string_view service);

private:
    std::map<std::string, fault, std::less<>> faults_;
};

} // namespace thimble::virtualphone
