// Destination of every message about one request.
#pragma once

#include "mcp/error.hpp"

#include <nlohmann/json.hpp>

namespace thimble::mcp {

/// Home thread. finish() or abandon() is called once, and nothing after it.
class outlet {
public:
    virtual ~outlet() = default;

    /// A notification, or a request of ours, that comes before the answer.
    virtual void say(const nlohmann::json& message) = 0;

    /// The answer; `why` where it is an error.
    virtual void finish(const nlohmann::json& answer, const error* why) = 0;

    /// No answer comes: the request has been cancelled.
    virtual void abandon() = 0;

    /// The client need not wait connected: it comes back for the answer, where it can.
    virtual void let_go() {}
};

} // namespace thimble::mcp
