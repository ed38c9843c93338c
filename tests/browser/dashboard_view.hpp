// A virtual phone, a thimbled, and a browser that shows the dashboard.
#pragma once

#include "tests/browser/browser.hpp"
#include "tests/e2e/thimble_system.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace thimble::browser {

/// For what a page is about to show.
inline constexpr std::chrono::seconds timeout{60};

/// Presses the first button of a page that is called so.
void press_button(page& in, const std::string& name);

/// A page in front with the dashboard, which has the key of the service.
page opened_with_key(const headless_browser& in, const e2e::thimble_system& of);

struct dashboard_view {
    /// The first phone is ready, and known by its name, when it is made. `more` is for thimbled,
    /// which is at home in `home`.
    explicit dashboard_view(
        const e2e::phone_shop& shop = {},
        const e2e::arguments& more = {},
        std::shared_ptr<e2e::household> home = std::make_shared<e2e::household>());

    /// The page of all phones with the key, and with the phone's picture in it.
    page shown() const;

    /// The same, turned to another page: "keys".
    page shown(const std::string& name) const;

    /// The page of the phone, with its picture.
    page phone_page() const;

    std::string address() const;

    /// The phone's state in the service's words: "streaming" of its status.
    bool streaming() const;

    /// True if the picture in the page is that of a screenshot before `limit` is over.
    bool agrees(page& with, std::chrono::milliseconds limit) const;

    e2e::virtual_phones phones;
    e2e::virtual_phone phone = phones.at(0);
    std::optional<e2e::thimble_system> system;
    headless_browser chromium;
};

} // namespace thimble::browser
