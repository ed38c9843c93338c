// Envelope of CoreDevice requests and their results.
#pragma once

#include "device/coredevice/xpc_value.hpp"
#include "device/failure.hpp"

#include <optional>
#include <string>

namespace thimble::device::coredevice {

/// The computer that asks: a phone takes another UUID for another computer.
struct host_identity {
    xpc::uuid uuid;
};

/// "01234567-89AB-…", as CoreDevice writes one in a text.
std::string to_text(const xpc::uuid& what);

/// Of random bits.
xpc::uuid random_uuid();

struct invocation {
    std::string feature; // "com.apple.coredevice.feature.…"
    xpc::value input = xpc::dictionary();
    std::optional<std::string> action{}; // which some features want to be named as well
};

/// The request. `id` is another one each time.
xpc::dictionary envelope(invocation what, const host_identity& host, const xpc::uuid& id);

/// The output in the reply, of whatever kind it is; else the phone's own error.
result<xpc::value> output_of(const xpc::dictionary& reply);

} // namespace thimble::device::coredevice
