// Looks for what a selector names: in the tree, and then in the text on a picture.
#pragma once

#include "contract/failure.hpp"
#include "daemon/actions/screen_state/screen_text.hpp"
#include "selectors/find.hpp"

#include <memory>
#include <string>

namespace thimble::daemon {

struct found_element {
    nlohmann::json record;  // as the result of a touch has it
    nlohmann::json details; // as the result of looking for it has it
    gesture::point middle;
    link::coordinate_space space; // of the screen that it was found on
    screen::interface shown;
};

/// For one action; home thread, while the comparing of texts is done in the picture pool. The tree
/// is read once, and the text, which takes a hundred times as long, once if it is needed at all.
class element_search {
public:
    /// Reads the tree for the action `what`. A refusal where that fails, or where there is neither
    /// a tree nor a way to read text. A touch needs no focus told, which may take the phone longer.
    static boost::asio::awaitable<std::expected<element_search, refusal>>
    begin(action_context on, link::action what, focus wanted = focus::left_open);

    /// A refusal's outcome is not_sent. Text is not looked for where several elements of the tree
    /// fit, nor behind an alert. Elements under an alert are not found: a refusal says so.
    boost::asio::awaitable<std::expected<found_element, refusal>> find(std::string selector,
                                                                       bool in_text = true);

    /// Name of the app in front, as the tree has it.
    const std::string& app() const { return tree_->app; }

private:
    element_search(action_context on, screen_elements tree)
        : on_(std::move(on)), tree_(std::make_shared<const screen_elements>(std::move(tree)))
    {
    }

    using list = std::vector<service::screen_element> screen_elements::*;
    boost::asio::awaitable<service::result<service::match>> match(std::string selector, list among);
    void cover_tree();
    boost::asio::awaitable<bool> alert_hides_app();
    boost::asio::awaitable<std::expected<found_element, refusal>> find_text(std::string selector,
                                                                            service::failure why);
    boost::asio::awaitable<void> look_at_text();

    // Shared with the pool, which may still work on them when the action has ended.
    action_context on_;
    std::shared_ptr<const screen_elements> tree_; // never nullptr
    std::shared_ptr<const screen_text> text_;     // nullptr: not read, or it cannot be
    bool has_looked_at_text_ = false;
};

} // namespace thimble::daemon
