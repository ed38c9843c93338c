// Settings: a long list with momentum, pages behind its rows, and switches.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/toolkit/grouped_list.hpp"

#include <set>
#include <string>
#include <vector>

namespace thimble::virtualphone {

/// Facts of the page "About".
struct device_facts {
    std::string name;
    std::string model;
    std::string ios;
};

class settings : public app {
public:
    explicit settings(device_facts about);

    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override;
    bool opens(std::string_view scheme) const override;
    nlohmann::json state() const override;

private:
    std::vector<list_group> root();
    std::vector<list_group> page(const std::string& title);
    list_row leading_to(const std::string& title, std::string value = {});
    list_row switched(const std::string& title);
    void open(const std::string& title);
    void back();

    device_facts about_;
    std::vector<std::string> path_; // titles, from the first page behind the root inwards
    std::set<std::string> on_;      // titles of the switches that are on
    scroller root_scroll_{axis::vertical};
    scroller page_scroll_{axis::vertical}; // of the page behind the root
};

} // namespace thimble::virtualphone
