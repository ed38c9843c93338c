// List of what a phone cannot do, from docs/webdriveragent.md; the effects are checked against it.
#pragma once

#include "tests/e2e/driven_phone.hpp"

#include <array>
#include <map>
#include <string>
#include <string_view>

namespace thimble::e2e {

/// The phones and the releases of WebDriverAgent that the effects are tried on.
inline constexpr std::array tested_models{"iPhone SE 2", "iPhone 15 Pro", "iPad 9"};
inline constexpr std::array tested_runners{"8.9.1", "9.15.3", "16.7.0", "16.12.9"};

/// Stands for a release where there is none: the phone has iOS 27, and its own services drive it.
inline constexpr std::string_view no_runner = "none";

/// Abilities that some of them lack, as the first cell of the table's rows names it.
namespace ability {
inline constexpr std::string_view modified_character = "A character with modifiers";
inline constexpr std::string_view modified_named_key = "A named key with modifiers";
inline constexpr std::string_view action_button = "The action button";
inline constexpr std::string_view turned_home_screen = "Turning the home screen";
inline constexpr std::array all{modified_character, modified_named_key, action_button,
                                turned_home_screen};
} // namespace ability

inline constexpr std::string_view can = "yes";

/// An ability that is asked for, of which phone, by which release.
struct ability_of {
    std::string what;
    std::string model;
    std::string runner;

    auto operator<=>(const ability_of&) const = default;
};

/// By the table: "yes", or the refusal as driven_phone::refused() words it.
std::map<ability_of, std::string> documented_abilities();

/// The cell of this phone with its runner, or without one; fails the test when there is none.
std::string documented(const driven_phone& on, std::string_view what);

/// A variant of an action, as the list of effects names both.
struct variant_of {
    std::string action;
    std::string variant;

    auto operator<=>(const variant_of&) const = default;
};

/// Outcome of each on an iPhone without a runner, by the table in docs/without-a-runner.md; in the
/// words of driven_phone::answers_to().
std::map<variant_of, std::string> documented_answers();

} // namespace thimble::e2e
