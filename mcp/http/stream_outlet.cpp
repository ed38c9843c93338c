#include "mcp/http/stream_outlet.hpp"

#include "mcp/http/answers.hpp"
#include "mcp/json_rpc.hpp"

#include <utility>

namespace thimble::mcp::http {

stream_outlet::stream_outlet(std::shared_ptr<event_stream> to, bool may_let_go)
    : to_(std::move(to)), may_let_go_(may_let_go)
{
}

void stream_outlet::say(const nlohmann::json& message)
{
    to_->push(to_text(message));
}

void stream_outlet::finish(const nlohmann::json& answer, const error* why)
{
    to_->push_answer(to_text(answer), why == nullptr ? 200U : status_of(*why));
}

void stream_outlet::abandon()
{
    to_->end();
}

void stream_outlet::let_go()
{
    if (may_let_go_)
        to_->dismiss();
}

} // namespace thimble::mcp::http
