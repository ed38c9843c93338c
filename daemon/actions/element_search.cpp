#include "daemon/actions/element_search.hpp"

#include "daemon/actions/state.hpp"
#include "service/selectors/find_text.hpp"

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// An alert covers what is behind it, and may be why it was not found.
refusal not_found(service::failure why, const std::optional<device::alert>& alert)
{
    if (alert) {
        why.message += " An alert is in front.";
        why.context["alert"] = {{"text", alert->text}, {"buttons", alert->buttons}};
    }
    return {.why = std::move(why), .outcome = link::outcome::not_sent};
}

found_element
found_on(const screen_elements& seen, const service::match& what, std::string_view source)
{
    return {.record = service::match_record(what, source),
            .middle = seen.middle_of(*what.element),
            .space = seen.space,
            .shown = seen.shown};
}

bool is_ambiguous(const service::failure& why)
{
    return why.context.value("reason", "") == "ambiguous";
}

} // namespace

asio::awaitable<std::expected<element_search, refusal>> element_search::begin(stage on,
                                                                              link::action what)
{
    element_search out(on);
    if (on.phone->elements() == nullptr && can_read_text(on))
        co_return out;
    auto tree = co_await read_elements(std::move(on), std::move(what));
    if (!tree)
        co_return std::unexpected(std::move(tree.error()));
    out.tree_ = std::move(*tree);
    co_return out;
}

asio::awaitable<std::expected<found_element, refusal>> element_search::find(std::string selector)
{
    const auto of_tree = tree_ ? tree_->elements : std::vector<service::screen_element>{};
    const auto in_tree = service::find(selector, of_tree);
    if (in_tree)
        co_return found_on(*tree_, *in_tree, "tree");
    const auto alert = co_await alert_in_front(*on_.phone);
    if (alert || is_ambiguous(in_tree.error()))
        co_return std::unexpected(not_found(in_tree.error(), alert));
    co_await look_at_text();
    if (!text_)
        co_return std::unexpected(not_found(in_tree.error(), alert));
    const auto on_picture = service::find_text(selector, text_->lines);
    if (!on_picture)
        co_return std::unexpected(not_found(not_on_picture(selector, on_picture.error()), alert));
    co_return found_on(text_->seen,
                       {.element = &on_picture->element, .confidence = on_picture->confidence},
                       "ocr");
}

asio::awaitable<void> element_search::look_at_text()
{
    if (!has_looked_at_text_)
        text_ = co_await read_text(on_);
    has_looked_at_text_ = true;
}

/// The nearest of both; what stands on the picture and in the tree is named once.
service::failure element_search::not_on_picture(const std::string& selector,
                                                service::failure why) const
{
    if (is_ambiguous(why))
        return why;
    auto all = tree_ ? tree_->elements : std::vector<service::screen_element>{};
    const auto known = all.size();
    for (const auto& text : text_->seen.elements)
        if (std::none_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(known),
                         [&](const auto& each) { return each.label == text.label; }))
            all.push_back(text);
    return service::no_match(selector, all);
}

} // namespace thimble::daemon
