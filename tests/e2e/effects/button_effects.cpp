// Buttons, and turning the phone.
#include "tests/e2e/effects/effect.hpp"
#include "tests/e2e/effects/handbook.hpp"

#include <array>

namespace thimble::e2e {

using nlohmann::json;

namespace {

json system_state(const driven_phone& on, const char* what)
{
    return on.state_of(app::home_screen).at(what);
}

void volume_up(const driven_phone& on)
{
    const auto before = system_state(on, "volume").get<double>();
    on.act("volume-up");
    CHECK(system_state(on, "volume").get<double>() > before);
}

void volume_down(const driven_phone& on)
{
    const auto before = system_state(on, "volume").get<double>();
    on.act("volume-down");
    CHECK(system_state(on, "volume").get<double>() < before);
}

void siri(const driven_phone& on)
{
    on.open(app::sketch);
    on.act("siri");
    CHECK(system_state(on, "surface") == "siri");
}

/// Only some phones have one; it is set to turn the silent mode on and off.
void action_button(const driven_phone& on)
{
    if (const auto told = documented(on, ability::action_button); told != can) {
        CHECK(on.refused("action-button") == told);
        return;
    }
    const bool silent = system_state(on, "silent").get<bool>();
    on.act("action-button");
    CHECK(system_state(on, "silent") == !silent);
}

/// Then it turns back to how it was.
template <class Orientations>
void check_turns(const driven_phone& on, const Orientations& all)
{
    const auto before = on.fact("orientation");
    for (const auto& [asked, reached] : all) {
        INFO(asked);
        const auto record = on.act("rotate", {{"orientation", asked}});
        CHECK(record.at("receipt").at("verified") == true);
        CHECK(on.fact("orientation") == reached);
        on.wait_until_known();
    }
    on.act("rotate", {{"orientation", before}});
    CHECK(on.fact("orientation") == before);
    on.wait_until_known();
}

void rotate(const driven_phone& on)
{
    constexpr std::array all{std::pair("landscape_left", "landscape_left"),
                             std::pair("upside_down", "upside_down"),
                             std::pair("landscape_right", "landscape_right"),
                             std::pair("landscape_right", "landscape_right"), // is so already
                             std::pair("portrait", "portrait")};
    on.open(app::sketch);
    check_turns(on, all);
}

void rotate_by_short_names(const driven_phone& on)
{
    constexpr std::array all{std::pair("left", "landscape_left"),
                             std::pair("right", "landscape_right")};
    on.open(app::sketch);
    check_turns(on, all);
}

/// An iPhone's home screen stays upright, an iPad's turns.
void rotate_the_home_screen(const driven_phone& on)
{
    on.act("home");
    on.wait_until_known();
    constexpr std::array all{std::pair("landscape_right", "landscape_right")};
    const auto told = documented(on, ability::turned_home_screen);
    if (told == can)
        return check_turns(on, all);
    CHECK(on.refused("rotate", {{"orientation", "landscape_left"}}) == told);
    CHECK(on.fact("orientation") == "portrait");
}

constexpr std::array effects_of_buttons{
    effect{"volume-up", "", volume_up},
    effect{"volume-down", "", volume_down},
    effect{"siri", "", siri},
    effect{"action-button", "where there is one", action_button},
    effect{"rotate", "all four", rotate},
    effect{"rotate", "left and right", rotate_by_short_names},
    effect{"rotate", "the home screen", rotate_the_home_screen},
};

} // namespace

std::span<const effect> button_effects()
{
    return effects_of_buttons;
}

} // namespace thimble::e2e
