// The app that WebDriverAgent runs in: a page that says so.
#pragma once

#include "virtualphone/os/apps/app.hpp"

namespace thimble::virtualphone {

class automation_runner : public app {
public:
    static constexpr std::string_view bundle_id = "com.facebook.WebDriverAgentRunner.xctrunner";

    app_identity who() const override;
    view show(const screen_layout& screen) override;
    nlohmann::json state() const override { return nlohmann::json::object(); }
};

} // namespace thimble::virtualphone
