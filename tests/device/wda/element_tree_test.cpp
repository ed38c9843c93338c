// The accessibility tree as WebDriverAgent sends it, and as it should not.
#include "device/wda/element_tree.hpp"
#include "tests/catch2.hpp"
#include "tests/device/wda/driver_fixture.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using device::wda::element_tree_of;
using nlohmann::json;

device::wda::response tree(const std::string& value)
{
    return {.status = 200, .body = R"({"value" : )" + value + R"(, "sessionId" : "ABC"})"};
}

/// Nodes within nodes.
std::string nested(int levels)
{
    std::string text;
    for (int i = 0; i < levels; ++i)
        text += R"({"type":"Other","children":[)";
    for (int i = 0; i < levels; ++i)
        text += "]}";
    return text;
}

const std::string button_in_app = R"({
    "type" : "Application", "label" : "Notes", "name" : "Notes", "value" : null,
    "rect" : {"x" : 0, "y" : 0, "width" : 393, "height" : 852},
    "isEnabled" : "1", "isVisible" : "1", "isAccessible" : "0", "isFocused" : "0",
    "children" : [{
        "type" : "XCUIElementTypeButton", "label" : null, "name" : "save", "value" : null,
        "rect" : {"x" : 10, "y" : 20.5, "width" : 100, "height" : 40},
        "isEnabled" : "0", "isVisible" : "0", "isAccessible" : "1", "isFocused" : "1"}]})";

} // namespace

TEST_CASE("an element's identifier, placeholder and traits are read", "[device]")
{
    const auto read = element_tree_of(tree(R"({"type":"TextField","rawIdentifier":"name-field",
        "name":"name-field","placeholderValue":"Your name","value":"Your name",
        "traits":"Button, Selected,,  ToggleButton"})"));
    REQUIRE(read);
    const auto& field = read->elements.at(0);
    CHECK(field.identifier == "name-field");
    CHECK(field.placeholder == "Your name");
    CHECK(field.traits == std::vector<std::string>{"Button", "Selected", "ToggleButton"});
    json odd{{"type", "Button"}, {"traits", std::string(900, 'x')}, {"rawIdentifier", 5}};
    CHECK(element_tree_of(tree(odd.dump()))->elements.at(0).traits.empty());
    std::string many;
    for (int at = 0; at < 100; ++at)
        many += "T,";
    odd["traits"] = many;
    CHECK(element_tree_of(tree(odd.dump()))->elements.at(0).traits.size() == 16);
}

TEST_CASE("a tree is read in the order in which it is drawn", "[device]")
{
    const auto read = element_tree_of(tree(button_in_app));
    REQUIRE(read);
    CHECK(read->session_id == "ABC");
    REQUIRE(read->elements.size() == 2);
    CHECK(read->elements[0].type == "Application");
    CHECK(read->elements[0].label == "Notes");
    CHECK(read->elements[1] == device::element{.type = "Button",
                                               .label = {},
                                               .name = "save",
                                               .value = {},
                                               .x = 10,
                                               .y = 20.5,
                                               .width = 100,
                                               .height = 40,
                                               .enabled = false,
                                               .visible = false,
                                               .accessible = true,
                                               .focused = true,
                                               .depth = 1});
}

TEST_CASE("flags and values of other types are understood", "[device]")
{
    const auto read = element_tree_of(tree(
        R"({"type":"Slider","value":0.5,"isEnabled":false,"isVisible":1,"isFocused":"true"})"));
    REQUIRE(read);
    CHECK(read->elements[0].value == "0.5");
    CHECK_FALSE(read->elements[0].enabled);
    CHECK(read->elements[0].visible);
    CHECK(read->elements[0].focused);
}

TEST_CASE("what is no tree is a failure of a read", "[device]")
{
    for (const char* value : {"null", "7", "[]", "{}", R"({"type":7})", "{\"type\":"}) {
        const auto read = element_tree_of(tree(value));
        REQUIRE_FALSE(read);
        CHECK(read.error().cause == "malformed_answer");
        CHECK(read.error().phone == device::reached::nothing);
    }
}

TEST_CASE("a malformed part of a tree costs that part alone", "[device]")
{
    const auto read = element_tree_of(
        tree(R"({"type":"Other","rect":7,"children":[1,null,"a",{"type":[],"rect":{"x":1e99}}]})"));
    REQUIRE(read);
    REQUIRE(read->elements.size() == 2);
    CHECK(read->elements[1].x == 0);
    CHECK(read->elements[1].type.empty());
}

TEST_CASE("what is too deep or too much is left out", "[device]")
{
    const auto deep = element_tree_of(tree(nested(5000)));
    REQUIRE(deep);
    CHECK(deep->elements.size() == device::wda::deepest_element + 1);
    std::string many = R"({"type":"Other","children":[{"type":"Other"})";
    for (int i = 0; i < 6000; ++i)
        many += R"(,{"type":"Cell"})";
    const auto wide = element_tree_of(tree(many + "]}"));
    REQUIRE(wide);
    CHECK(wide->elements.size() == device::wda::most_elements);
}

TEST_CASE("reading the tree touches nothing and needs no session", "[device]")
{
    driver_fixture phone;
    phone.answer_all("");
    phone.runner.on("GET /source?format=json", value(button_in_app));
    const auto list = run_until_done(phone.context, phone.driver.elements().read());
    REQUIRE(list);
    CHECK(list->elements.size() == 2);
    CHECK(list->shown == upright);
    CHECK(phone.runner.lines() == std::vector<std::string>{"GET /source?format=json",
                                                           "GET /window/size", "GET /wda/screen",
                                                           "GET /rotation", "GET /alert/text"});
}

namespace {

const std::string settings_post = "POST " + session_path + "/appium/settings";
const std::string state_post = "POST " + session_path + "/wda/apps/state";
const std::string tree_of_session = "GET " + session_path + "/source?format=json";

device::result<device::element_list> read_springboard(driver_fixture& phone, int state = 4)
{
    phone.runner.on(state_post, value(std::to_string(state), session_id));
    return run_until_done(phone.context, phone.driver.elements().read_app("com.apple.springboard"));
}

/// Apps in front by the settings that were sent, one after the other.
std::vector<std::string> chosen_apps(const driver_fixture& phone)
{
    std::vector<std::string> apps;
    for (const auto& each : phone.runner.log())
        if (each.target.ends_with("/appium/settings"))
            apps.push_back(
                json::parse(each.body)["settings"].value("defaultActiveApplication", ""));
    return apps;
}

/// True if the reading ends by the cancellation, and not with a result of its own.
bool is_aborted(boost::asio::io_context& context,
                boost::asio::cancellation_signal& stop,
                boost::asio::awaitable<device::result<device::element_list>> reading)
{
    bool ended = false;
    std::exception_ptr thrown;
    boost::asio::co_spawn(
        context, std::move(reading),
        boost::asio::bind_cancellation_slot(stop.slot(), [&](std::exception_ptr how, auto) {
            ended = true;
            thrown = std::move(how);
        }));
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    context.restart();
    while (!ended && std::chrono::steady_clock::now() < give_up)
        context.run_one_for(std::chrono::milliseconds(100));
    CHECK(ended);
    return thrown != nullptr;
}

} // namespace

TEST_CASE("the tree of a chosen app is read, and the choice undone", "[device]")
{
    driver_fixture phone;
    phone.runner.on(tree_of_session, value(button_in_app, session_id));
    const auto list = read_springboard(phone);
    REQUIRE(list);
    CHECK(list->elements.size() == 2);
    CHECK(list->shown == upright);
    CHECK(chosen_apps(phone) == std::vector<std::string>{"auto", "com.apple.springboard", "auto"});
}

TEST_CASE("an app that is not in front is not read", "[device]")
{
    driver_fixture phone;
    phone.runner.on(tree_of_session, value(button_in_app, session_id));
    const auto list = read_springboard(phone, 3); // it runs behind another one
    REQUIRE_FALSE(list);
    CHECK(list.error().cause == device::app_not_in_front);
    CHECK(phone.runner.count(tree_of_session) == 0);
    CHECK(chosen_apps(phone) == std::vector<std::string>{"auto"});
}

TEST_CASE("the choice of an app is undone although its tree cannot be read", "[device]")
{
    driver_fixture phone;
    phone.runner.on(tree_of_session, error(500, "unknown error"));
    CHECK_FALSE(read_springboard(phone));
    CHECK(chosen_apps(phone) == std::vector<std::string>{"auto", "com.apple.springboard", "auto"});
}

TEST_CASE("a choice that could not be undone is undone with the next command", "[device]")
{
    driver_fixture phone;
    phone.runner.on(tree_of_session, value(button_in_app, session_id));
    phone.runner.when_asked(tree_of_session,
                            [&] { phone.runner.on(settings_post, error(500, "unknown error")); });
    REQUIRE(read_springboard(phone));
    phone.runner.on(settings_post, value("{}", session_id));
    const auto before = chosen_apps(phone).size();
    run_until_done(phone.context, phone.driver.typing().focused_text());
    REQUIRE(chosen_apps(phone).size() == before + 1);
    CHECK(chosen_apps(phone).back() == "auto");
}

TEST_CASE("a reading of a runner that hangs ends when it is cancelled", "[device]")
{
    driver_fixture phone;
    const auto hangs = GENERATE(settings_post, state_post, tree_of_session);
    phone.runner.on(state_post, value("4", session_id));
    phone.runner.on(tree_of_session, value(button_in_app, session_id));
    run_until_done(phone.context, phone.driver.typing().focused_text()); // makes the session
    phone.runner.on(hangs, {.body = {}, .how = answered::manner::silence});
    boost::asio::cancellation_signal stop;
    phone.runner.when_asked(hangs, [&] { stop.emit(boost::asio::cancellation_type::terminal); });
    CHECK(
        is_aborted(phone.context, stop, phone.driver.elements().read_app("com.apple.springboard")));
    phone.runner.when_asked(hangs, [] {});
    phone.runner.on(settings_post, value("{}", session_id));
    run_until_done(phone.context, phone.driver.typing().focused_text());
    CHECK(chosen_apps(phone).back() == "auto");
}

TEST_CASE("the tree of a chosen app is read in the session that is alive", "[device]")
{
    driver_fixture phone;
    phone.runner.on(tree_of_session, error(404, "invalid session id"));
    phone.runner.when_asked("POST /session", [&] {
        if (phone.runner.count("POST /session") == 2) // the first has gone
            phone.runner.on(tree_of_session, value(button_in_app, session_id));
    });
    CHECK(read_springboard(phone));
    CHECK(phone.runner.count("POST /session") == 2);
}

TEST_CASE("a runner that cannot give a tree says why", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /source?format=json",
                    error(400, "invalid element state", "the app is not running"));
    const auto list = run_until_done(phone.context, phone.driver.elements().read());
    REQUIRE_FALSE(list);
    CHECK(list.error().cause == "invalid element state");
    CHECK(list.error().phone == device::reached::nothing);
}

TEST_CASE("a tree of more than eight megabytes is not read", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /source?format=json",
                    value(R"({"type":"Other","label":")" + std::string(9 << 20, 'a') + "\"}"));
    const auto list = run_until_done(phone.context, phone.driver.elements().read());
    REQUIRE_FALSE(list);
    CHECK(list.error().cause == "malformed_answer");
}

} // namespace thimble::tests
