// Every action and every variant of it on a phone of iOS 27 that has no runner: its own services
// drive it. The handbook's table has to say of each what it comes to.
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/effects/effect.hpp"
#include "tests/e2e/effects/handbook.hpp"

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

namespace thimble::e2e {

namespace {

/// Its touches are heard always, or only while its picture is streamed. Still pictures end that
/// later than on a real phone: a computer under load sees them late.
class unaided_phone : public driven_phone {
public:
    explicit unaided_phone(const std::string& model)
        : driven_phone(model + ",ios=27,runner=absent,stillness=12",
                       action_time(),
                       {"--runners", "off"},
                       {{"THIMBLE_TUNNELS", "on"}})
    {
        find_how_touches_land();
    }
};

/// The phone encodes what it shows by a program of somebody else.
bool has_encoder()
{
    return std::system("command -v x265 > /dev/null 2>&1") == 0; // NOLINT
}

/// In the campaign each kind of phone, one of them with both variants of the gate.
std::vector<std::string> unaided_models()
{
    std::vector<std::string> all{"iPhone 15 Pro,touch_gate=open"};
    if (!whole_matrix_wanted())
        return all;
    all.emplace_back("iPhone SE 2,touch_gate=open");
    all.emplace_back("iPad 9,touch_gate=open");
    if (has_encoder())
        all.emplace_back("iPhone 15 Pro,touch_gate=stream");
    else
        WARN("x265 is not in PATH, without which a virtual phone does not stream");
    return all;
}

std::string any_unaided()
{
    return GENERATE(from_range(unaided_models()));
}

/// Ways to hold the phone. Only a campaign has time for more than one.
std::vector<std::string> unaided_turns(const std::string& model)
{
    if (!whole_matrix_wanted())
        return {"portrait"};
    std::vector<std::string> all{"portrait", "landscape_left", "landscape_right"};
    if (model.starts_with("iPad 9"))
        all.emplace_back("upside_down"); // apps on an iPhone do not all turn so far
    return all;
}

/// On an iPad, and on a phone with a home button, some answers differ.
void check_answer(const driven_phone& on, const effect& what)
{
    if (!on.is_a("iPhone 15 Pro"))
        return;
    const auto documented = documented_answers();
    const auto row =
        documented.find({.action = std::string(what.action), .variant = std::string(what.variant)});
    REQUIRE(row != documented.end());
    CHECK(on.answers_to(what.action) == row->second);
}

/// Waits take their real time here, so that every third effect has to do outside of a campaign.
/// A phone for each turn: effects leave things behind, files in a folder for example.
void check_unaided(const std::string& model, std::span<const effect> effects)
{
    const std::size_t step = whole_matrix_wanted() ? 1 : 3;
    for (const auto& turned : unaided_turns(model)) {
        const unaided_phone on(model);
        on.turn(turned);
        for (std::size_t at = 0; at < effects.size(); at += step) {
            const auto& each = effects[at];
            INFO(on.fact("model") << ", " << turned << ": " << each.action << ", " << each.variant);
            on.forget_answers();
            const auto check = each.without_runner != nullptr ? each.without_runner : each.check;
            check(on);
            check_answer(on, each);
        }
        if (turned == "landscape_left") { // to which the last turns lead as well
            on.open(app::sketch);
            CHECK(on.fact("orientation") == turned);
        }
    }
}

} // namespace

TEST_CASE("the handbook tells what each action comes to without a runner", "[e2e]")
{
    std::set<variant_of> listed;
    const auto add = [&](std::span<const effect> effects) {
        for (const auto& each : effects)
            listed.insert(
                {.action = std::string(each.action), .variant = std::string(each.variant)});
    };
    for (const auto& group : all_effects())
        add(group.effects);
    add(passcode_effects_without_runner());
    const auto documented = documented_answers();
    CHECK(documented.size() == listed.size());
    for (const auto& each : listed) {
        INFO(each.action << ", " << each.variant);
        const auto row = documented.find(each);
        CHECK((row != documented.end() && !row->second.empty()));
    }
}

TEST_CASE("touches have their effects without a runner", "[e2e]")
{
    check_unaided(any_unaided(), touch_effects());
}

TEST_CASE("touches at text have their effects without a runner", "[e2e]")
{
    check_unaided(any_unaided(), element_effects());
}

TEST_CASE("keys have their effects without a runner", "[e2e]")
{
    check_unaided(any_unaided(), key_effects());
}

TEST_CASE("texts arrive without a runner", "[e2e]")
{
    check_unaided(any_unaided(), text_effects());
}

TEST_CASE("surfaces of the system come and go without a runner", "[e2e]")
{
    check_unaided(any_unaided(), surface_effects());
}

TEST_CASE("buttons and turns have their effects without a runner", "[e2e]")
{
    check_unaided(any_unaided(), button_effects());
}

TEST_CASE("locking and unlocking have their effects without a runner", "[e2e]")
{
    check_unaided(any_unaided(), lock_effects());
}

TEST_CASE("a passcode opens what it locks without a runner", "[e2e]")
{
    check_unaided(any_unaided() + ",passcode=2580", passcode_effects_without_runner());
}

TEST_CASE("apps are opened without a runner", "[e2e]")
{
    check_unaided(any_unaided(), app_effects());
}

} // namespace thimble::e2e
