// The system's own surfaces, brought up and left by REST.
#include "tests/e2e/touched_phone.hpp"

namespace thimble::e2e {

using nlohmann::json;

namespace {

std::string surface_of(const touched_phone& phone)
{
    return phone.state_of("com.apple.springboard").at("surface").get<std::string>();
}

/// Fails the test when the action failed, or was not seen to have worked.
void bring_up(const touched_phone& phone, const std::string& action)
{
    const auto record = phone.act(action, json::object());
    INFO(record.dump());
    CHECK(record.at("receipt").at("verified") == true);
}

const char* each_model()
{
    return GENERATE("iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16.7", "iPad 9,ios=17.5");
}

} // namespace

TEST_CASE("the surfaces of the system come over an app, and Escape takes them away", "[e2e]")
{
    touched_phone phone(each_model());
    for (const auto* const action : {"app-switcher", "control-center", "notification-center"}) {
        INFO(action);
        phone.open(app::sketch);
        bring_up(phone, action);
        std::string expected = action;
        std::ranges::replace(expected, '-', '_');
        CHECK(surface_of(phone) == expected);
        bring_up(phone, "escape");
        const auto left = surface_of(phone);
        CHECK((left == "app" || left == "home"));
    }
}

TEST_CASE("Spotlight opens from an app, takes what is typed, and Escape leaves it", "[e2e]")
{
    touched_phone phone(each_model());
    phone.open(app::sketch);
    bring_up(phone, "spotlight");
    CHECK(surface_of(phone) == "spotlight");
    bring_up(phone, "escape");
    CHECK(surface_of(phone) == "home");
}

TEST_CASE("a surface that is in front already is not asked for again", "[e2e]")
{
    touched_phone phone(each_model());
    bring_up(phone, "control-center");
    const auto before = phone.now();
    bring_up(phone, "control-center");
    CHECK(phone.touches_since(before).empty());
}

} // namespace thimble::e2e
