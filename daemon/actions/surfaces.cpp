#include "daemon/actions/surfaces.hpp"

#include "daemon/actions/state.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// The identifiers that the system gives its surfaces. What lies over what comes first.
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

constexpr std::string_view passcode_field = "Passcode field";

/// "iPhone Unavailable", and what it was called before iOS 15.2.
constexpr std::array disabled_words{std::string_view("Unavailable"),
                                    std::string_view("is disabled")};

bool takes_passcode(const device::element& each)
{
    return each.visible && each.type == "SecureTextField" &&
           (each.name == passcode_field || each.label == passcode_field);
}

bool tells_of_disabling(const device::element& each)
{
    return std::ranges::any_of(disabled_words,
                               [&](std::string_view words) { return each.label.contains(words); });
}

asio::awaitable<std::optional<device::element_list>> read_tree(device::phone& phone)
{
    device::element_reader* elements = phone.elements();
    if (elements == nullptr)
        co_return std::nullopt;
    auto tree = co_await elements->read();
    co_return tree ? std::optional(std::move(*tree)) : std::nullopt;
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
    const auto tree = co_await read_tree(phone);
    co_return tree ? std::optional(surface_of(tree->elements)) : std::nullopt;
}

asio::awaitable<std::optional<bool>>
surface_appears(device::phone& phone, surface wanted, std::chrono::milliseconds limit)
{
    const auto give_up = std::chrono::steady_clock::now() + limit;
    for (;;) {
        const auto now = co_await surface_in_front(phone);
        if (!now)
            co_return std::nullopt;
        if (*now == wanted)
            co_return true;
        if (std::chrono::steady_clock::now() > give_up)
            co_return false;
        co_await pause_between_questions();
    }
}

asio::awaitable<bool> asks_for_passcode(device::phone& phone)
{
    const auto tree = co_await read_tree(phone);
    co_return tree&& std::ranges::any_of(tree->elements, takes_passcode);
}

asio::awaitable<bool> says_disabled(device::phone& phone)
{
    const auto tree = co_await read_tree(phone);
    co_return tree&& std::ranges::any_of(tree->elements, tells_of_disabling);
}

} // namespace thimble::daemon
