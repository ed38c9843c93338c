// Looks for what a selector names: in the tree, and then in the text on a picture.
#pragma once

#include "daemon/actions/screen_text.hpp"
#include "service/failure.hpp"

#include <string>

namespace thimble::daemon {

struct found_element {
    nlohmann::json record; // as the result of a touch has it
    gesture::point middle;
    link::coordinate_space space; // of the screen that it was found on
    screen::interface shown;
};

/// For one action; home thread. The tree is read once, and the text, which takes a hundred times as
/// long, once if it is needed at all.
class element_search {
public:
    /// Reads the tree for the action `what`. A refusal where that fails, or where there is neither
    /// a tree nor a way to read text.
    static boost::asio::awaitable<std::expected<element_search, refusal>> begin(stage on,
                                                                                link::action what);

    /// A refusal's outcome is not_sent. Text is not looked for where several elements of the tree
    /// fit, nor behind an alert.
    boost::asio::awaitable<std::expected<found_element, refusal>> find(std::string selector);

private:
    explicit element_search(stage on) : on_(std::move(on)) {}

    boost::asio::awaitable<void> look_at_text();
    service::failure not_on_picture(const std::string& selector, service::failure why) const;

    stage on_;
    std::optional<screen_elements> tree_;
    std::optional<screen_text> text_;
    bool has_looked_at_text_ = false;
};

} // namespace thimble::daemon
