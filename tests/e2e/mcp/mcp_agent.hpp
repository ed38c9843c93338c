// A scripted agent that has nothing of a phone but the tools of the Model Context Protocol.
#pragma once

#include "tests/e2e/driven_phone.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace thimble::e2e {

/// Tokens of four bytes; a picture costs width times height by 750.
struct spent_tokens {
    std::size_t by_tools = 0; // results of the tools
    std::size_t by_trees = 0; // had each act been followed by all elements and a picture
};

/// Each call must succeed, else the test fails.
class mcp_agent {
public:
    explicit mcp_agent(const driven_phone& on) : on_(on) {}

    /// The structured part of the result.
    nlohmann::json call(const std::string& tool,
                        const nlohmann::json& arguments = nlohmann::json::object());

    /// The whole result, whatever it is.
    nlohmann::json attempt(const std::string& tool, const nlohmann::json& arguments);

    /// Of a client that can ask its user, who says yes: the question, and the result after it. The
    /// test fails where nothing is asked.
    std::pair<std::string, nlohmann::json> attempt_asking(const std::string& tool,
                                                          const nlohmann::json& arguments);

    mcp_agent& open(const std::string& app) { return act("open_app", {{"app_name", app}}); }
    mcp_agent& tap(const std::string& selector) { return act("tap", {{"selector", selector}}); }
    mcp_agent& type(const std::string& text) { return act("type", {{"text", text}}); }

    /// Scrolls until the screen tells of it.
    mcp_agent& bring(const std::string& label);

    /// The same for what long lists leave out of the screen's text: looks for it.
    mcp_agent& bring_and_look(const std::string& label);

    const std::string& screen() const noexcept { return screen_; }
    const std::string& frame_id() const noexcept { return frame_id_; }
    const spent_tokens& spent() const noexcept { return spent_; }

private:
    mcp_agent& act(const std::string& tool, const nlohmann::json& arguments)
    {
        call(tool, arguments);
        return *this;
    }
    nlohmann::json post(const std::string& tool, const nlohmann::json& params);
    void count(const nlohmann::json& result);
    bool finds(const std::string& label);

    const driven_phone& on_;
    std::string screen_; // as the last result tells it
    std::string frame_id_;
    spent_tokens spent_;
};

} // namespace thimble::e2e
