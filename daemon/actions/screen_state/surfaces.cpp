#include "daemon/actions/screen_state/surfaces.hpp"

#include "daemon/actions/screen_state/state.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// The identifiers that the system gives its surfaces. The uppermost comes first.
struct mark {
    std::string_view name;
    surface shows;
};

constexpr std::array marks{
    mark{.name = "ControlCenterView", .shows = surface::control_center},
    mark{.name = "lockscreen-date-view", .shows = surface::notification_center},
    mark{.name = "AppSwitcherContentView", .shows = surface::app_switcher},
    mark{.name = "SpotlightSearchField", .shows = surface::spotlight},
};

/// App in whose tree the field for a search is; the other surfaces are in the system's.
constexpr std::string_view search_app = "com.apple.Spotlight";

/// "iPhone Unavailable", and what it was called before iOS 15.2. In other languages a phone says
/// only that it stays locked.
constexpr std::array disabled_words{std::string_view("Unavailable"),
                                    std::string_view("is disabled")};

/// Its name is in the phone's language.
bool takes_passcode(const device::element& each)
{
    return each.visible && each.type == "SecureTextField";
}

bool tells_of_disabling(const device::element& each)
{
    return std::ranges::any_of(disabled_words,
                               [&](std::string_view words) { return each.label.contains(words); });
}

using tree_answer = device::result<device::element_list>;

asio::awaitable<tree_answer> read_tree(device::phone& phone, std::string_view bundle_id)
{
    device::element_reader* elements = phone.elements();
    if (elements == nullptr)
        co_return std::unexpected(device::failure{.what = device::problem::unsupported,
                                                  .message = "No driver lists elements.",
                                                  .cause = {}});
    co_return co_await elements->read_app(std::string(bundle_id));
}

/// Spotlight has a process of its own, which is in front while it shows.
asio::awaitable<std::optional<surface>> search_in_front(device::phone& phone)
{
    const auto tree = co_await read_tree(phone, search_app);
    if (tree)
        co_return surface_of(tree->elements);
    const bool elsewhere = tree.error().cause == device::app_not_in_front;
    co_return elsewhere ? std::optional(surface::none) : std::nullopt;
}

} // namespace

surface surface_of(const std::vector<device::element>& tree)
{
    for (const auto& [name, shows] : marks) {
        const auto is_marked = [&](const device::element& each) {
            return each.visible && each.name == name;
        };
        if (std::ranges::any_of(tree, is_marked))
            return shows;
    }
    return surface::none;
}

asio::awaitable<std::optional<surface>> surface_in_front(device::phone& phone)
{
    const auto tree = co_await read_tree(phone, system_app);
    if (!tree)
        co_return std::nullopt;
    const auto shown = surface_of(tree->elements);
    if (shown != surface::none)
        co_return shown;
    co_return co_await search_in_front(phone);
}

asio::awaitable<std::optional<bool>>
surface_appears(device::phone& phone, surface wanted, std::chrono::milliseconds limit)
{
    const auto give_up = std::chrono::steady_clock::now() + limit;
    for (;;) {
        const auto began = std::chrono::steady_clock::now();
        const auto seen = co_await surface_in_front(phone);
        if (!seen)
            co_return std::nullopt;
        if (*seen == wanted)
            co_return true;
        const auto now = std::chrono::steady_clock::now();
        if (now > give_up)
            co_return false;
        co_await pause_between_questions(now - began);
    }
}

asio::awaitable<device::result<std::optional<device::element_list>>>
read_surface(device::phone& phone, surface which)
{
    if (which == surface::spotlight) {
        auto search = co_await read_tree(phone, search_app);
        if (search && surface_of(search->elements) == which)
            co_return std::move(*search);
    }
    auto system = co_await read_tree(phone, system_app);
    if (!system)
        co_return std::unexpected(std::move(system.error()));
    if (surface_of(system->elements) != which)
        co_return std::nullopt;
    co_return std::move(*system);
}

asio::awaitable<device::result<device::element_list>> read_system(device::phone& phone)
{
    co_return co_await read_tree(phone, system_app);
}

asio::awaitable<std::optional<device::element_list>> read_lock_screen(device::phone& phone)
{
    auto tree = co_await read_tree(phone, system_app);
    device::element_reader* elements = phone.elements();
    if (!tree && elements != nullptr)
        tree = co_await elements->read(); // which needs no session
    co_return tree ? std::optional(std::move(*tree)) : std::nullopt;
}

const device::element* passcode_field_of(const device::element_list& lock_screen)
{
    const auto found = std::ranges::find_if(lock_screen.elements, takes_passcode);
    return found == lock_screen.elements.end() ? nullptr : &*found;
}

asio::awaitable<bool> asks_for_passcode(device::phone& phone)
{
    const auto tree = co_await read_lock_screen(phone);
    co_return tree&& passcode_field_of(*tree) != nullptr;
}

asio::awaitable<bool> says_disabled(device::phone& phone)
{
    const auto tree = co_await read_lock_screen(phone);
    co_return tree&& std::ranges::any_of(tree->elements, tells_of_disabling);
}

} // namespace thimble::daemon
