// A running service with one ready phone, and a client.
#pragma once

#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <string>

namespace thimble::service::test {

/// The phone is "udid-1".
struct with_phone {
    explicit with_phone(limits granted = {},
                        std::chrono::milliseconds drain = std::chrono::seconds(2))
        : running(granted, drain), id(running.attach(phone("udid-1")))
    {
    }

    std::string path(const std::string& tail) const { return "/v1/phones/" + id + "/" + tail; }

    link::command last_command() { return running.seen().received.back(); }

    running_service running;
    std::string id;
    http_client client{running.port()};
};

} // namespace thimble::service::test
