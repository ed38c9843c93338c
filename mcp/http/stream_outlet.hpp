// Outlet that writes everything about a request as events.
#pragma once

#include "mcp/http/event_stream.hpp"
#include "mcp/outlet.hpp"

#include <memory>

namespace thimble::mcp::http {

class stream_outlet : public outlet {
public:
    /// A client that cannot come back for the rest is not sent away.
    stream_outlet(std::shared_ptr<event_stream> to, bool may_let_go);

    void say(const nlohmann::json& message) override;
    void finish(const nlohmann::json& answer, const error* why) override;
    void abandon() override;
    void let_go() override;

private:
    std::shared_ptr<event_stream> to_;
    bool may_let_go_;
};

} // namespace thimble::mcp::http
