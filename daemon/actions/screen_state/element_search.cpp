#include "daemon/actions/screen_state/element_search.hpp"

#include "daemon/actions/screen_state/element_json.hpp"
#include "daemon/actions/screen_state/front_alert.hpp"
#include "daemon/actions/screen_state/state.hpp"
#include "daemon/actions/screen_state/surfaces.hpp"
#include "daemon/frames/picture_pool.hpp"
#include "selectors/find_text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

bool is_ambiguous(const service::failure& why)
{
    return why.context.value("reason", "") == "ambiguous";
}

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
    auto details = element_json(*what.element, count_alike(seen, *what.element), false);
    details.update(service::match_record(what, source));
    return {.record = service::match_record(what, source),
            .details = std::move(details),
            .middle = seen.middle_of(*what.element),
            .space = seen.space,
            .shown = seen.shown};
}

service::failure out_of_memory()
{
    return {.code = "INTERNAL_ERROR", .message = "There was not enough memory to look for it."};
}

/// The nearest of both; what stands on the picture and in the tree is named once.
service::failure not_on_picture(const std::string& selector,
                                const screen_elements& tree,
                                const screen_text& text,
                                service::failure why)
{
    if (is_ambiguous(why))
        return why;
    auto all = tree.elements;
    const auto known = all.size();
    for (const auto& each : text.seen.elements)
        if (std::none_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(known),
                         [&](const auto& one) { return one.label == each.label; }))
            all.push_back(each);
    return service::no_match(selector, all);
}

/// Runs on a thread of the pool, where nothing may be thrown.
service::result<service::text_match>
find_text_quietly(const std::string& selector, const screen_elements& tree, const screen_text& text)
{
    try {
        auto found = service::find_text(selector, text.lines);
        if (!found)
            return std::unexpected(not_on_picture(selector, tree, text, std::move(found.error())));
        return found;
    } catch (const std::exception&) {
        return std::unexpected(out_of_memory());
    }
}

/// Under an alert that is not in the tree.
void cover_all(screen_elements& seen)
{
    seen.has_alert = true;
    std::ranges::move(seen.elements, std::back_inserter(seen.covered));
    seen.elements.clear();
}

} // namespace

asio::awaitable<std::expected<element_search, refusal>>
element_search::begin(action_context on, link::action what, focus wanted)
{
    if (on.phone->elements() == nullptr && can_read_text(on))
        co_return element_search(std::move(on), {});
    auto tree = co_await read_elements(on, std::move(what), wanted);
    if (!tree)
        co_return std::unexpected(std::move(tree.error()));
    if (!tree->has_alert && on.phone->facts().alert && co_await alert_in_front(*on.phone)) {
        cover_all(*tree);
        tree->alert_is_foreign = true;
    }
    co_return element_search(std::move(on), std::move(*tree));
}

/// The tree tells of the elements that an app's own alert covers: a selector that fits nothing of
/// it stays unfound when the alert has gone. One of the system may hide what the app shows.
asio::awaitable<std::expected<found_element, refusal>> element_search::find(std::string selector,
                                                                            bool in_text)
{
    auto in_tree = co_await match(selector, &screen_elements::elements);
    if (in_tree)
        co_return found_on(*tree_, *in_tree, "tree");
    const auto alert = co_await alert_in_front(*on_.phone);
    if (alert && !tree_->has_alert) { // it has come since the tree was read
        cover_tree();
        in_tree = co_await match(selector, &screen_elements::elements);
    }
    if (is_ambiguous(in_tree.error()))
        co_return std::unexpected(not_found(in_tree.error(), alert));
    if (!alert && !in_text)
        co_return std::unexpected(not_found(in_tree.error(), {}));
    if (!alert)
        co_return co_await find_text(std::move(selector), in_tree.error());
    const auto under = co_await match(selector, &screen_elements::covered);
    if (under || is_ambiguous(under.error()))
        co_return std::unexpected(covered_by(
            *alert, "Nothing was touched: what the selector names lies under an alert."));
    if (co_await alert_hides_app())
        co_return std::unexpected(
            covered_by(*alert, "Nothing was touched: an alert of the system is in front, and what "
                               "the selector names is not on it."));
    co_return std::unexpected(not_found(in_tree.error(), alert));
}

/// While an alert of the system shows, the system itself may count as the app in front.
asio::awaitable<bool> element_search::alert_hides_app()
{
    if (tree_->alert_is_foreign)
        co_return true;
    co_return co_await app_in_front(*on_.phone) == system_app;
}

void element_search::cover_tree()
{
    auto covered = *tree_;
    cover_all(covered);
    tree_ = std::make_shared<const screen_elements>(std::move(covered));
}

asio::awaitable<service::result<service::match>> element_search::match(std::string selector,
                                                                       list among)
{
    auto look = [selector = std::move(selector), tree = tree_,
                 among]() -> service::result<service::match> {
        try {
            return service::find(selector, (*tree).*among);
        } catch (const std::exception&) {
            return std::unexpected(out_of_memory());
        }
    };
    co_return co_await on_.pictures->run(std::move(look));
}

/// `why` it is not in the tree stands where no text can be read.
asio::awaitable<std::expected<found_element, refusal>>
element_search::find_text(std::string selector, service::failure why)
{
    co_await look_at_text();
    if (!text_)
        co_return std::unexpected(not_found(std::move(why), {}));
    auto look = [selector = std::move(selector), tree = tree_, text = text_] {
        return find_text_quietly(selector, *tree, *text);
    };
    const auto found = co_await on_.pictures->run(std::move(look));
    if (!found)
        co_return std::unexpected(not_found(found.error(), {}));
    co_return found_on(text_->seen, {.element = &found->element, .confidence = found->confidence},
                       "ocr");
}

asio::awaitable<void> element_search::look_at_text()
{
    if (std::exchange(has_looked_at_text_, true))
        co_return;
    if (auto text = co_await read_text(on_))
        text_ = std::make_shared<const screen_text>(std::move(*text));
}

} // namespace thimble::daemon
