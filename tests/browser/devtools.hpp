// One page of a browser, spoken to by the DevTools protocol.
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thimble::browser {

/// A WebSocket to the page. Every call has a deadline; what fails throws std::runtime_error.
class devtools {
public:
    /// `path` is that of the page's webSocketDebuggerUrl.
    devtools(std::uint16_t port, const std::string& path);
    devtools(devtools&&) noexcept;
    devtools& operator=(devtools&&) noexcept;
    ~devtools();

    /// The result of a method; events that come meanwhile are kept.
    nlohmann::json call(const std::string& method,
                        const nlohmann::json& params = nlohmann::json::object());

    /// All events so far, in order.
    const std::vector<nlohmann::json>& events() const noexcept { return events_; }

private:
    struct wire;

    nlohmann::json receive(std::chrono::steady_clock::time_point deadline);

    std::unique_ptr<wire> wire_;
    std::vector<nlohmann::json> events_;
    int last_id_ = 0;
};

} // namespace thimble::browser
