// Every action and every variant of it, on every kind of phone, upright and on its side.
#include "link/action.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/effects/effect.hpp"
#include "tests/e2e/effects/handbook.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

namespace thimble::e2e {

namespace {

/// Runners are killed here, and are to stay dead. For every program that the test starts.
[[maybe_unused]] const int runners_off = ::setenv("THIMBLE_RUNNERS", "off", 1);

constexpr const char* home_button_phone = "iPhone SE 2,ios=16.7";
constexpr const char* home_indicator_phone = "iPhone 15 Pro,ios=18.5";
constexpr const char* tablet = "iPad 9,ios=17.5";

std::string with_runner(std::string model, const char* runner)
{
    return std::move(model) + ",wda=" + runner;
}

/// Each of the phones with each release of WebDriverAgent, and each iOS that has other services in
/// its tunnel with the newest.
std::vector<std::string> whole_matrix()
{
    std::vector<std::string> all;
    for (const auto* ios : {"17.5", "26", "27"})
        all.push_back(with_runner(std::string("iPhone 15 Pro,ios=") + ios, tested_runners.back()));
    for (const auto* model : {home_button_phone, home_indicator_phone, tablet})
        for (const auto* runner : tested_runners)
            all.push_back(with_runner(model, runner));
    return all;
}

/// The test runs once with each phone: in the campaign with all of them, else with those that it
/// names.
std::string any_of(std::vector<std::string> named)
{
    if (whole_matrix_wanted())
        named = whole_matrix();
    return GENERATE_COPY(from_range(std::move(named)));
}

/// Ways to hold the phone, one after the other. Only the campaign has time for both on all.
std::vector<std::string> turns_of(const driven_phone& on)
{
    const auto model = on.fact("model");
    if (!whole_matrix_wanted() && model == "iPhone SE 2")
        return {"portrait"};
    if (!whole_matrix_wanted() && model == "iPad 9")
        return {"landscape_left"};
    return {"portrait", "landscape_left"};
}

/// With the phone held upright, and then on its side: what can turn has turned, apps on an iPhone
/// and everything on an iPad.
void check_upright_and_sideways(const driven_phone& on, std::span<const effect> effects)
{
    for (const auto& turned : turns_of(on)) {
        on.turn(turned);
        for (const auto& each : effects) {
            INFO(on.fact("model") << " with " << on.fact("wda") << ", " << turned << ": "
                                  << each.action << ", " << each.variant);
            each.check(on);
        }
        if (turned == "landscape_left") {
            on.open(app::sketch);
            CHECK(on.fact("orientation") == turned); // it was so all the time
        }
    }
}

template <class... Actions>
void add_names(std::set<std::string>& names, const std::variant<Actions...>* /*of*/)
{
    const auto add = [&]<class Action>(const Action* /*of*/) {
        if constexpr (requires { Action::name; })
            names.emplace(Action::name);
    };
    (add(static_cast<const Actions*>(nullptr)), ...);
}

/// Of all actions that the service has, by their routes.
std::set<std::string> all_actions()
{
    std::set<std::string> names;
    add_names(names, static_cast<const link::action*>(nullptr));
    std::set<std::string> at_elements;
    add_names(at_elements, static_cast<const link::touch*>(nullptr));
    for (const auto& each : at_elements)
        names.insert(each + "/select");
    names.erase("apps"); // a reading; what reads them anew is
    names.insert("apps/refresh");
    names.erase(std::string(link::front_app::name)); // the service asks for itself, without a route
    names.erase(std::string(link::type_ref::name));  // `type` with a ref
    names.erase(std::string(link::settle::name));    // what `wait` asks for, beside `find`
    names.insert("wait");
    names.erase(std::string(link::terminate_app::name));
    names.insert("terminate");
    return names;
}

} // namespace

TEST_CASE("every action is in the list of effects", "[e2e]")
{
    std::set<std::string> listed;
    for (const auto& group : all_effects())
        for (const auto& each : group.effects)
            listed.emplace(each.action);
    CHECK(listed == all_actions());
}

TEST_CASE("the handbook tells of each release what it cannot do on each phone", "[e2e]")
{
    const auto documented = documented_abilities();
    std::vector<std::string> runners(tested_runners.begin(), tested_runners.end());
    runners.emplace_back(no_runner);
    CHECK(documented.size() == ability::all.size() * tested_models.size() * runners.size());
    for (const auto what : ability::all)
        for (const auto* model : tested_models)
            for (const auto& runner : runners) {
                INFO(what << " on " << model << " with " << runner);
                CHECK(documented.contains(
                    {.what = std::string(what), .model = model, .runner = runner}));
            }
}

TEST_CASE("touches have their effects", "[e2e]")
{
    const auto phone = any_of({with_runner(home_indicator_phone, "9.15.3")});
    check_upright_and_sideways(driven_phone(phone), touch_effects());
}

TEST_CASE("touches at elements have their effects", "[e2e]")
{
    const auto phone = any_of({with_runner(tablet, "8.9.1")});
    check_upright_and_sideways(driven_phone(phone), element_effects());
}

TEST_CASE("keys have their effects", "[e2e]")
{
    const auto phone = any_of({with_runner(home_indicator_phone, "8.9.1"),
                               with_runner(tablet, "16.7.0"), with_runner(tablet, "16.12.9")});
    check_upright_and_sideways(driven_phone(phone), key_effects());
}

TEST_CASE("texts arrive and go through the clipboard", "[e2e][linked]")
{
    const auto phone = any_of({with_runner(home_indicator_phone, "16.7.0")});
    check_upright_and_sideways(driven_phone(phone), text_effects());
}

TEST_CASE("surfaces of the system come and go", "[e2e]")
{
    const auto phone = any_of(
        {with_runner(home_button_phone, "8.9.1"), with_runner(home_indicator_phone, "16.12.9")});
    check_upright_and_sideways(driven_phone(phone), surface_effects());
}

TEST_CASE("buttons and turns have their effects", "[e2e]")
{
    const auto phone = any_of({with_runner(home_indicator_phone, "16.12.9")});
    check_upright_and_sideways(driven_phone(phone), button_effects());
}

TEST_CASE("locking and unlocking have their effects", "[e2e]")
{
    const auto phone = any_of({with_runner(home_indicator_phone, "9.15.3")});
    check_upright_and_sideways(driven_phone(phone), lock_effects());
}

TEST_CASE("a passcode opens what it locks", "[e2e]")
{
    const auto phone = any_of({with_runner(home_button_phone, "16.7.0")});
    // One of them needs a runner that stays away until it is told to come.
    check_upright_and_sideways(
        driven_phone(phone + ",passcode=2580", action_time(), {"--runners", "off"}),
        passcode_effects());
}

TEST_CASE("apps and addresses are opened and shortcuts are run", "[e2e]")
{
    const auto phone = any_of({with_runner(tablet, "9.15.3")});
    check_upright_and_sideways(driven_phone(phone), app_effects());
}

} // namespace thimble::e2e
