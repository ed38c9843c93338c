// Chromium without a window, and its pages.
#pragma once

#include "tests/browser/devtools.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace thimble::browser {

class page {
public:
    page(std::uint16_t port, const nlohmann::json& target);

    void open(const std::string& url);

    /// What an expression is, a promise's value included; throws what it throws.
    nlohmann::json evaluate(const std::string& expression);

    /// Whether an expression becomes true before `limit` is over.
    bool until(const std::string& expression, std::chrono::milliseconds limit);

    /// In front of the other pages of the browser, which then are hidden.
    void bring_to_front();

    /// A PNG of what there is to see, in a window of that many CSS pixels.
    std::string picture(int width, int height, bool dark);

    /// What the console has of errors, warnings and uncaught exceptions, but for answers that are
    /// no success, which a browser always notes there.
    std::vector<std::string> complaints();

private:
    devtools tools_;
};

class headless_browser {
public:
    /// Throws when there is none; `scripts/setup browser` installs one.
    headless_browser();

    /// A page of its own, with nothing in it yet.
    page new_page() const;

private:
    e2e::temporary_directory own_;
    std::filesystem::path profile_ = own_.path() / "profile";
    e2e::program process_;
    std::uint16_t port_;
};

} // namespace thimble::browser
