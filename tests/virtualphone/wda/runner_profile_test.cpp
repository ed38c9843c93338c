// Differences between the releases of WebDriverAgent, over a real connection.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;
using thimble::virtualphone::fault;
using thimble::virtualphone::fault_kind;
using thimble::virtualphone::identity;
namespace wda = thimble::virtualphone::wda;

namespace {

/// Longer than any answer takes that does not wait for it.
constexpr thimble::virtualphone::milliseconds stuck_for{9000};
/// Where the order is the same however long it takes.
constexpr thimble::virtualphone::milliseconds stuck_briefly{50};

struct runner_of {
    explicit runner_of(const char* version,
                       const char* model = "iPhone 15 Pro",
                       const char* ios = "18.5")
        : runner(model, 0, {"00008130-000000000000001A", "Test Phone", {}, false}, ios)
    {
        runner.device.agent = *wda::find_runner_profile(version);
    }

    virtual_runner runner;
};

/// True if a question is answered while a command is stuck, for `stuck` at most.
bool is_answered_beside_the_queue(const char* version,
                                  const char* target,
                                  thimble::virtualphone::milliseconds stuck = stuck_for)
{
    runner_of phone(version);
    wda_client slow(phone.runner);
    wda_client quick(phone.runner);
    phone.runner.device.faults.set("wda.queue", fault{fault_kind::hang, 1, stuck});
    slow.send(verb::get, "/window/size");
    slow.begin_receive();
    quick.send(verb::get, target);
    quick.begin_receive();
    phone.runner.run_until([&] { return quick.received(); });
    return !slow.received();
}

} // namespace

TEST_CASE("a runner tells its version, and a bundle id that is not its own", "[virtualphone]")
{
    for (const auto& profile : wda::runner_profiles()) {
        identity who{"00008130-000000000000001A", "Test Phone", {}, false};
        who.runner_id = "org.example.runner";
        virtual_runner runner("iPhone 15 Pro", 0, who);
        runner.device.agent = profile;
        wda_client client(runner);
        const json build =
            json::parse(client.ask(verb::get, "/status").body()).at("value").at("build");
        CHECK(build["version"] == profile.version);
        CHECK(build["productBundleIdentifier"] == "com.facebook.WebDriverAgentRunner");
    }
}

TEST_CASE("status and screenshot wait for their turn before 16.7.3", "[virtualphone]")
{
    for (const auto* version : {"8.9.1", "9.15.3", "16.7.0"}) {
        CHECK_FALSE(is_answered_beside_the_queue(version, "/status", stuck_briefly));
        CHECK_FALSE(is_answered_beside_the_queue(version, "/screenshot", stuck_briefly));
    }
    CHECK(is_answered_beside_the_queue("latest", "/status"));
    CHECK(is_answered_beside_the_queue("16.12.9", "/screenshot"));
}

TEST_CASE("keys by name with modifiers are known since 16.12.3", "[virtualphone]")
{
    const json named{{"keys", {{{"key", "XCUIKeyboardKeyTab"}, {"modifierFlags", 0}}}}};
    const json plain{{"keys", {"XCUIKeyboardKeyTab"}}};
    const auto pressed = [](const char* version, const json& keys) {
        runner_of phone(version, "iPad 9");
        wda_client client(phone.runner);
        const auto session = client.begin_session();
        return outcome(
            client.ask(verb::post, session + "/wda/element/0/keyboardInput", keys.dump()));
    };
    for (const auto* version : {"8.9.1", "9.15.3", "16.7.0"}) {
        CHECK(pressed(version, named) == "500 unknown error");
        CHECK(pressed(version, plain) == "200");
    }
    CHECK(pressed("16.12.9", named) == "200");
}

TEST_CASE("routes that an old runner does not have are unknown commands", "[virtualphone]")
{
    const auto asked = [](const char* version, const char* path) {
        runner_of phone(version);
        wda_client client(phone.runner);
        return outcome(client.ask(verb::get, client.begin_session() + path));
    };
    CHECK(asked("8.9.1", "/window/rect") == "404 unknown command");
    CHECK(asked("9.15.3", "/window/rect") == "200");
    CHECK(asked("9.15.3", "/wda/deviceOrientation") == "404 unknown command");
    CHECK(asked("16.7.0", "/wda/deviceOrientation") == "200");
    CHECK(asked("9.15.3", "/source/?format=json") == "200");
    CHECK(asked("16.7.0", "/source/?format=json") == "404 unknown command");
}

TEST_CASE("iOS 27 is locked by runners since 15.1.5", "[virtualphone]")
{
    const auto locked_by = [](const char* version, const char* ios) {
        runner_of phone(version, "iPhone 15 Pro", ios);
        wda_client client(phone.runner);
        return outcome(client.ask(verb::post, client.begin_session() + "/wda/lock"));
    };
    CHECK(locked_by("9.15.3", "18.5") == "200");
    CHECK(locked_by("9.15.3", "27") == "500 unknown error");
    CHECK(locked_by("16.7.0", "27") == "200");
}

TEST_CASE("keys are no operation at all before iOS 17", "[virtualphone]")
{
    runner_of pad("latest", "iPad 9", "16");
    wda_client client(pad.runner);
    const auto pressed = client.ask(
        verb::post, client.begin_session() + "/wda/element/0/keyboardInput", R"({"keys":["a"]})");
    CHECK(outcome(pressed) == "500 unsupported operation");
}

TEST_CASE("a setting that an old runner does not know is ignored", "[virtualphone]")
{
    const json deadline{{"settings", {{"accessibilityDeadline", 3}}}};
    const auto told = [&](const char* version) {
        runner_of phone(version);
        wda_client client(phone.runner);
        client.begin_session();
        return client.value(verb::post, "/appium/settings", deadline)
            .value("accessibilityDeadline", json());
    };
    CHECK(told("16.7.0") == json());
    CHECK(told("16.12.9") == 3);
}
