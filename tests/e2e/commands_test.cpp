// Commands to the phone as a whole, from the REST request to what the phone is afterwards.
#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/local_thimbled.hpp"

#include <filesystem>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto notes = "com.apple.mobilenotes";
constexpr auto sketch = "com.thimble.sketch";
constexpr auto home_screen = "com.apple.springboard";

/// One phone that takes no time, ready.
struct commanded {
    explicit commanded(const std::string& model = "iPhone 15 Pro,ios=18.5")
        : phones({.phones = {model}, .device_time = action_time()}), phone(phones.at(0)),
          daemon(phones, {"--record", recording.string()})
    {
        REQUIRE(daemon.until_ready(phone, ready_limit));
    }

    http_answer act(const std::string& name, const json& body = json::object()) const
    {
        return daemon.api().post(daemon.path(phone, "/" + name), body.dump());
    }

    /// The receipt's word on whether the state was seen; fails the test when the action failed.
    json verified(const std::string& name, const json& body = json::object()) const
    {
        const auto answer = act(name, body);
        INFO(name << ": " << answer.body);
        REQUIRE(answer.status == 200);
        const auto record = answer.json();
        return record.at("receipt").is_null() ? json() : record.at("receipt").at("verified");
    }

    /// "CODE cause" of an action that has to fail.
    std::string refused(const std::string& name, const json& body = json::object()) const
    {
        const auto answer = act(name, body);
        INFO(name << ": " << answer.body);
        REQUIRE(answer.status >= 400);
        const auto record = answer.json();
        return record.at("error").get<std::string>() + " " +
               record.at("context").value("cause", "");
    }

    json fact(const std::string& name) const { return phone.facts().at(name); }
    void open(const char* app) const { phone.make("open", {{"bundle_id", app}}); }

    /// Everybody knows that it is locked.
    void lock() const
    {
        phone.make("lock");
        REQUIRE(eventually(10s, [&] {
            return daemon.api().get(daemon.path(phone, "/status")).json().at("screen_locked") ==
                   true;
        }));
    }

    virtual_phones phones;
    virtual_phone phone;
    temporary_directory recorded;
    std::filesystem::path recording = recorded.path() / "conversation.jsonl";
    local_thimbled daemon;
};

/// Everything that a thimbled writes: its state, its recording, its log.
std::string written_by(commanded& on)
{
    auto text =
        content_of(on.recording) + on.daemon.process().output() + on.daemon.process().errors();
    for (const auto& each :
         std::filesystem::recursive_directory_iterator(on.daemon.home().state.path()))
        if (each.is_regular_file())
            text += content_of(each.path());
    return text;
}

const char* each_model()
{
    return GENERATE("iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16.7", "iPad 9,ios=17.5");
}

} // namespace

TEST_CASE("lock locks, and does nothing to a locked phone", "[e2e]")
{
    const commanded on(each_model());
    CHECK(on.verified("lock") == true);
    CHECK(on.fact("locked") == true);
    const auto before = on.phone.next_event();
    CHECK(on.verified("lock") == true);
    CHECK(on.phone.events_of("button", before).empty());
}

TEST_CASE("what follows a lock or an unlock at once finds the phone so", "[e2e]")
{
    const commanded on;
    const json corner{{"x", 100}, {"y", 300}};
    for (int round = 0; round < 5; ++round) {
        INFO(round);
        CHECK(on.verified("lock") == true);
        const auto before = on.phone.next_event();
        CHECK(on.refused("tap", corner) == "PHONE_NOT_READY ");
        CHECK(on.phone.events_of("touch", before).empty());
        CHECK(on.verified("unlock") == true);
        CHECK(on.act("tap", corner).status == 200);
    }
}

TEST_CASE("unlock opens a phone without a passcode, and leaves an open one alone", "[e2e]")
{
    const commanded on(each_model());
    on.lock();
    CHECK(on.verified("unlock") == true);
    CHECK(on.fact("locked") == false);
    const auto before = on.phone.next_event();
    CHECK(on.verified("unlock", {{"passcode", "1234"}}) == true);
    CHECK(on.phone.events(before).empty());
}

TEST_CASE("unlock types the passcode where one is asked for", "[e2e]")
{
    const std::string model = each_model();
    const commanded on(model + ",passcode=2580");
    on.lock();
    CHECK(on.refused("unlock") == "ACTION_FAILED passcode_required");
    CHECK(on.refused("unlock", {{"passcode", "8642"}}) == "ACTION_FAILED passcode_wrong");
    CHECK(on.fact("locked") == true);
    CHECK(on.verified("unlock", {{"passcode", "2580"}}) == true);
    CHECK(on.fact("locked") == false);
}

TEST_CASE("a passcode is written nowhere", "[e2e]")
{
    const std::string passcode = "27182818";
    commanded on("iPhone 15 Pro,ios=18.5,passcode=" + passcode);
    on.lock();
    const auto answer = on.act("unlock", {{"passcode", passcode}});
    CHECK(answer.status == 200);
    CHECK(answer.body.find(passcode) == std::string::npos);
    const auto job = answer.json().at("id").get<std::string>();
    CHECK(on.daemon.api().get("/v1/jobs/" + job).body.find(passcode) == std::string::npos);
    const auto written = written_by(on);
    CHECK(written.find("keyboardInput") != std::string::npos); // it was recorded
    CHECK(written.find(passcode) == std::string::npos);
    CHECK(written.find("modifierFlags") == std::string::npos); // not key by key either
}

TEST_CASE("home goes to the home screen", "[e2e]")
{
    const commanded on(each_model());
    on.open(notes);
    CHECK(on.verified("home") == true);
    CHECK(on.fact("front_app") == home_screen);
}

TEST_CASE("volume buttons, Siri and the action button are pressed", "[e2e]")
{
    const commanded on(each_model());
    const auto pressed = [&](const std::string& action, const std::string& button) {
        const auto before = on.phone.next_event();
        on.verified(action);
        const auto events = on.phone.events_of("button", before);
        REQUIRE(events.size() == 1);
        CHECK(events.front().at("name") == button);
    };
    pressed("volume-up", "volume_up");
    pressed("volume-down", "volume_down");
    pressed("siri", "siri");
}

TEST_CASE("the action button is pressed where there is one", "[e2e]")
{
    const commanded with("iPhone 15 Pro,ios=18.5");
    with.verified("action-button");
    CHECK(with.phone.events_of("button").back().at("name") == "action");
    const commanded without("iPhone SE 2,ios=16.7");
    CHECK(without.refused("action-button") == "UNSUPPORTED_ACTION button_missing");
    CHECK(without.phone.events_of("button").empty());
}

TEST_CASE("keys are pressed with their modifiers, as often as asked", "[e2e]")
{
    const commanded on(each_model());
    on.open(notes);
    const auto before = on.phone.next_event();
    on.verified("keypress", {{"key", "arrow_down"}, {"repeat", 5}});
    CHECK(on.phone.events_of("key", before).size() == 10); // down and up
    CHECK(on.phone.events_of("key", before).front().at("usage") == 0x51);
}

TEST_CASE("Command-H is home from iOS 17 on, and unsupported before it", "[e2e]")
{
    const json command_h{{"key", "h"}, {"modifiers", {"command"}}};
    const commanded on;
    on.open(notes);
    on.verified("keypress", command_h);
    CHECK(on.fact("front_app") == home_screen);
    const commanded old("iPhone SE 2,ios=16.7");
    old.open(notes);
    CHECK(old.refused("keypress", command_h) == "UNSUPPORTED_ACTION modifiers_unsupported");
    CHECK(old.fact("front_app") == notes);
}

TEST_CASE("rotate turns the interface all ways that the app takes", "[e2e]")
{
    const commanded on(each_model());
    on.open(sketch);
    for (const auto* to : {"landscape_left", "upside_down", "landscape_right", "portrait"}) {
        CHECK(on.verified("rotate", {{"orientation", to}}) == true);
        CHECK(on.fact("orientation") == to);
        CHECK(
            eventually(5s, [&] { return on.daemon.record_of(on.phone).at("orientation") == to; }));
    }
}

TEST_CASE("a home screen that does not turn is told of, with the alert before it", "[e2e]")
{
    const commanded on;
    const json sideways{{"orientation", "landscape_left"}};
    CHECK(on.refused("rotate", sideways) == "ACTION_FAILED app_refuses");
    on.phone.make("alert", {{"title", "Hello"}, {"text", "World"}, {"buttons", {"OK"}}});
    CHECK(on.refused("rotate", sideways) == "ACTION_FAILED alert_in_front");
    CHECK(on.fact("orientation") == "portrait");
}

} // namespace thimble::e2e
