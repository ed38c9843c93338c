// The apps that are little more than a list: Reminders and Contacts.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/toolkit/grouped_list.hpp"

#include <optional>
#include <set>
#include <string>

namespace thimble::virtualphone {

/// An app that shows one list.
class list_app : public app {
public:
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override { return scroll_.advance(now); }
    nlohmann::json state() const override;

protected:
    virtual std::vector<list_group> groups() = 0;

private:
    scroller scroll_{axis::vertical};
};

/// Things to do; a tap says that one is done, or is not after all.
class reminders : public list_app {
public:
    app_identity who() const override;
    nlohmann::json state() const override;

private:
    std::vector<list_group> groups() override;

    std::set<std::string> done_;
};

/// Names by their first letter; a tap chooses one.
class contacts : public list_app {
public:
    app_identity who() const override;
    nlohmann::json state() const override;

private:
    std::vector<list_group> groups() override;

    std::optional<std::string> chosen_;
};

} // namespace thimble::virtualphone
