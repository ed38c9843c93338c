// Requests of a page to a phone, held until the test lets them go: a phone as slow as is wanted.
#pragma once

#include "tests/browser/browser.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace thimble::browser {

/// From now on no write of the page reaches the service by itself. `from` lives longer.
class held_requests {
public:
    explicit held_requests(page& from);

    /// True once so many have been sent, false after the timeout.
    bool until_sent(std::size_t count) const;

    /// All that were sent, in order: "tap", "type".
    std::vector<std::string> names() const;
    nlohmann::json body(std::size_t index) const;

    /// The oldest one that is held goes on to the service.
    void let_go() const;

    /// The same for all, and for those that come.
    void let_all_go() const;

    /// The oldest one that is held fails, as if nobody had answered.
    void fail() const;

private:
    page& from_;
};

} // namespace thimble::browser
