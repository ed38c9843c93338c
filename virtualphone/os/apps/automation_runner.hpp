// The app that WebDriverAgent runs in: a page that says so.
#pragma once

#include "virtualphone/os/apps/app.hpp"

#include <string_view>

namespace thimble::virtualphone {

class automation_runner : public app {
public:
    static constexpr std::string_view name = "WebDriverAgentRunner-Runner"; // of its executable

    /// `bundle_id`: what it was signed as; outlives all that knows of the app.
    explicit automation_runner(std::string_view bundle_id) : bundle_id_(bundle_id) {}

    app_identity who() const override;
    view show(const screen_layout& screen) override;
    nlohmann::json state() const override { return nlohmann::json::object(); }

private:
    std::string_view bundle_id_;
};

} // namespace thimble::virtualphone
