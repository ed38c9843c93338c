// Shortcuts: a library whose entries run when they are tapped or named by an address.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/apps/app_host.hpp"
#include "virtualphone/os/text/pasteboard.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace thimble::virtualphone {

class shortcuts : public app {
public:
    /// Both have to live as long as the app.
    shortcuts(pasteboard& clipboard, app_host& host);

    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override { return scroll_.advance(now); }
    bool opens(std::string_view scheme) const override { return scheme == "shortcuts"; }
    /// shortcuts://run-shortcut?name=…, with &input=text&text=… or &input=clipboard
    void open_url(std::string_view url) override;

    /// `last`: what ran; `input`: what it was given, or null; `runs`: how many have.
    nlohmann::json state() const override;

private:
    using optional_input = std::optional<std::string>;
    struct shortcut {
        std::string name;
        color ink;
        std::function<void(const optional_input& given)> effect;
    };

    void fill_library();
    void run(const std::string& name, optional_input given);
    view cell(const shortcut& which, const rectangle& frame);

    pasteboard& clipboard_;
    app_host& host_;
    std::vector<shortcut> library_;
    scroller scroll_{axis::vertical};
    std::string last_;
    optional_input input_;
    int runs_ = 0;
};

} // namespace thimble::virtualphone
