// An agent of others with a phone whose screen has what a test says.
#pragma once

#include "tests/service/mcp_tools/mcp_client.hpp"
#include "tests/service/running_service.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

namespace thimble::service::test {

inline bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

inline nlohmann::json element(const std::string& label, int y)
{
    return {{"label", label}, {"type", "Button"}, {"x", 20},        {"y", y},
            {"width", 100},   {"height", 40},     {"enabled", true}};
}

/// Elements with that name each, pictures, and a changed screen after what is observed.
inline std::function<link::result(const link::command&)> screen_of(const std::string& label,
                                                                   int count)
{
    return [=](const link::command& what) {
        auto out = success(what);
        if (std::holds_alternative<link::elements>(what.what)) {
            auto all = nlohmann::json::array();
            for (int each = 0; each < count; ++each)
                all.push_back(element(label + " " + std::to_string(each), each));
            out.value = {
                {"elements", std::move(all)},
                {"space", {{"width", 620}, {"height", 1344}, {"orientation", "portrait"}}}};
        } else if (std::holds_alternative<link::screenshot>(what.what)) {
            out = picture(what, "\xFF\xD8 a picture");
            out.frame->picture.format = screen::picture_format::jpeg;
        } else if (what.observed) {
            out.receipt.emplace().seen = link::effect::changed;
        }
        return out;
    };
}

struct with_agent {
    explicit with_agent(const std::string& label = "Save",
                        int count = 8,
                        agent::permissions rules = {})
        : running({}, std::chrono::seconds(2), [&](server_options& options) {
              options.rules = std::move(rules);
          })
    {
        auto state = phone("udid-1");
        state.capabilities = {"double-tap", "elements",     "find",       "flick",
                              "home",       "open-app",     "tap-select", "screenshot",
                              "tap",        "tap-and-hold", "type"};
        id = running.attach(state);
        running.direct(
            [&](scripted_desktop& desktop) { desktop.script = screen_of(label, count); });
    }

    /// The last command that is no look.
    link::command last_act()
    {
        const auto seen = running.seen().received;
        const auto found = std::find_if(seen.rbegin(), seen.rend(), [](const auto& each) {
            return link::lane_of(each.what) == link::lane::input;
        });
        if (found == seen.rend())
            throw std::runtime_error("nothing has been done");
        return *found;
    }

    std::size_t acts()
    {
        const auto seen = running.seen().received;
        return static_cast<std::size_t>(std::ranges::count_if(
            seen, [](const auto& each) { return link::lane_of(each.what) == link::lane::input; }));
    }

    running_service running;
    std::string id;
    mcp_client client{running.port()};
};

} // namespace thimble::service::test
