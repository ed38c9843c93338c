// A running service with one ready phone and a model that says what a script tells it.
#pragma once

#include "tests/catch2.hpp"
#include "tests/models/scripted_provider.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <functional>
#include <string>

namespace thimble::service::test {

/// It thinks for as long as any test lasts.
inline constexpr const char* slow_model =
    R"({"conversations": [{"repeat_last": true, "turns": [{"delay_ms": 600000}]}]})";

/// It says that all is done, and finds it so.
inline constexpr const char* quick_model = R"({"conversations": [{"repeat_last": true, "turns": [
    {"text": "I see it.", "tool_uses": [{"name": "done", "arguments":
        {"success": true, "summary": "It was done already."}}]},
    {"text": "YES: the screen shows it."}]}]})";

struct with_agent {
    explicit with_agent(const char* script = slow_model,
                        limits granted = {},
                        const std::function<void(server_options&)>& adjust = nullptr);

    /// A session for the phone; `more` beside its instruction.
    nlohmann::json begin(const nlohmann::json& more = nlohmann::json::object());

    nlohmann::json session(const std::string& id);

    /// Asks for it until it is in that state, for half a minute at most.
    bool becomes(const std::string& id, const std::string& status);

    /// POST …/{id}/{what}.
    reply tell(const std::string& id, const std::string& what, const std::string& body = "");

    models::test::scripted_provider model;
    running_service running;
    std::string phone_id;
    http_client client{running.port()};
};

/// The path of a session, or of something below it.
std::string session_path(const nlohmann::json& of, const std::string& tail = "");

} // namespace thimble::service::test
