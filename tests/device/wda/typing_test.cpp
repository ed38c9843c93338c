// Text reaches the field once, in pieces that fit, and stands in no failure.
#include "tests/device/wda/driver_fixture.hpp"

#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using device::reached;
using nlohmann::json;

const std::string keys_target = session_path + "/wda/keys";

/// A phone with the focus in a text field.
struct typing_fixture : driver_fixture {
    typing_fixture()
    {
        runner.on("POST " + keys_target, value("null", session_id));
        focus("XCUIElementTypeTextField", R"("before")");
    }

    void focus(const std::string& type, const std::string& content)
    {
        const auto field = session_path + "/element/F1";
        runner.on("GET " + session_path + "/element/active",
                  value(R"({"ELEMENT" : "F1"})", session_id));
        runner.on("GET " + field + "/name", value('"' + type + '"', session_id));
        runner.on("GET " + field + "/attribute/value", value(content, session_id));
    }

    device::result<void> type(std::string text)
    {
        return run_until_done(context, driver.typing().type(std::move(text)));
    }

    device::result<std::optional<std::string>> focused_text()
    {
        return run_until_done(context, driver.typing().focused_text());
    }

    std::optional<std::string> content()
    {
        const auto text = focused_text();
        REQUIRE(text);
        return *text;
    }

    /// Typed text, piece by piece.
    std::vector<std::string> pieces() const
    {
        std::vector<std::string> typed;
        for (const auto& each : runner.log())
            if (each.target == keys_target)
                typed.push_back(json::parse(each.body).at("value").at(0));
        return typed;
    }
};

} // namespace

TEST_CASE_METHOD(typing_fixture, "a short text is typed in one piece at the usual pace", "[device]")
{
    REQUIRE(type("Grüße 🧵\n"));
    CHECK(pieces() == std::vector<std::string>{"Grüße 🧵\n"});
    CHECK(json::parse(runner.log().back().body).at("frequency") == 60);
}

TEST_CASE_METHOD(typing_fixture, "a long text comes whole, faster, in several pieces", "[device]")
{
    std::string text;
    for (int i = 0; i < 1000; ++i)
        text += "wörd ";
    REQUIRE(type(text));
    std::string all;
    for (const auto& piece : pieces())
        all += piece;
    CHECK(all == text);
    CHECK(pieces().size() > 10);
    CHECK(json::parse(runner.log().back().body).at("frequency") == 125); // 5000 in 40 s
}

TEST_CASE_METHOD(typing_fixture, "a text that is refused may have been typed in part", "[device]")
{
    runner.on("POST " + keys_target, error(400, "invalid element state", "Type 'secret': timeout"));
    const auto typed = type("secret");
    REQUIRE_FALSE(typed);
    CHECK(typed.error().cause == "typing_failed");
    CHECK(typed.error().phone == reached::perhaps);
    CHECK_FALSE(typed.error().message.contains("secret"));
    CHECK(pieces().size() == 1);
}

TEST_CASE_METHOD(typing_fixture, "the place of the field is read", "[device]")
{
    const auto rect = "GET " + session_path + "/element/F1/rect";
    const auto place = [this] { return run_until_done(context, driver.typing().focused_frame()); };
    runner.on(rect, value(R"({"x" : 10, "y" : 20.5, "width" : 300, "height" : 40})", session_id));
    CHECK(place() == device::element_frame{.x = 10, .y = 20.5, .width = 300, .height = 40});
    runner.on(rect, value(R"({"x" : 10, "y" : null})", session_id));
    REQUIRE_FALSE(place());
    CHECK(place().error().cause == "malformed_answer");
    runner.on("GET " + session_path + "/element/active", error(404, "no such element"));
    CHECK(place().error().cause == "keyboard_not_shown");
}

TEST_CASE_METHOD(typing_fixture, "typing that breaks off is not begun again", "[device]")
{
    runner.when_asked("POST " + keys_target, [this] {
        if (pieces().size() == 2) // this is the second
            runner.on("POST " + keys_target, error(500, "unknown error", "secret secret"));
    });
    const auto typed = type(std::string(1000, 'x'));
    REQUIRE_FALSE(typed);
    CHECK(typed.error().phone == reached::perhaps);
    CHECK(typed.error().message.contains("broke off"));
    CHECK_FALSE(typed.error().message.contains("secret"));
    CHECK(pieces().size() == 2);
}

TEST_CASE_METHOD(typing_fixture, "what stands in the field is read", "[device]")
{
    CHECK(content() == "before");
    focus("XCUIElementTypeTextView", "null"); // an empty one
    CHECK(content() == "");
}

TEST_CASE_METHOD(typing_fixture, "reading a field costs a request for each thing read", "[device]")
{
    content(); // makes the session
    const auto before = runner.log().size();
    content();
    CHECK(runner.log().size() == before + 3); // the field, its type and its content
}

TEST_CASE_METHOD(typing_fixture, "a field is read in the session that is alive", "[device]")
{
    content();
    const std::string other = "99999999-2222-3333-4444-555555555555";
    answer_all(other);
    runner.on("GET " + session_path + "/element/active", error(404, "invalid session id"));
    runner.on("POST /session/" + other + "/appium/settings", value("{}", other));
    const auto field = "GET /session/" + other + "/element/";
    runner.on(field + "active", value(R"({"ELEMENT" : "F2"})", other));
    runner.on(field + "F2/name", value(R"("XCUIElementTypeTextField")", other));
    runner.on(field + "F2/attribute/value", value(R"("theirs")", other));
    CHECK(content() == "theirs");
    CHECK(runner.count("POST /session") == 1); // theirs is not ended
}

TEST_CASE_METHOD(typing_fixture, "reading a field is no reason to ask for an alert", "[device]")
{
    run_until_done(context, driver.probe());
    const auto inputs = driver.used_since_look();
    content();
    CHECK_FALSE(driver.alerts().due_by_change());
    CHECK(driver.used_since_look() == inputs);
    CHECK_FALSE(driver.look_due());
}

TEST_CASE_METHOD(typing_fixture, "a password is not asked for", "[device]")
{
    focus("XCUIElementTypeSecureTextField", R"("hunter2")");
    CHECK(content() == std::nullopt);
    CHECK(runner.count("GET " + session_path + "/element/F1/attribute/value") == 0);
}

TEST_CASE_METHOD(typing_fixture, "no field with the focus is told of", "[device]")
{
    runner.on("GET " + session_path + "/element/active", error(404, "no such element"));
    const auto none = focused_text();
    REQUIRE_FALSE(none);
    CHECK(none.error().cause == "keyboard_not_shown");
    CHECK(none.error().phone == reached::nothing);
}

TEST_CASE_METHOD(typing_fixture, "an id that fits no path is not followed", "[device]")
{
    for (const auto* id : {"", "a/b", "..", "a b", "%2e"}) {
        runner.on("GET " + session_path + "/element/active",
                  value(json{{"ELEMENT", id}}.dump(), session_id));
        const auto field = focused_text();
        REQUIRE_FALSE(field);
        CHECK(field.error().cause == "malformed_answer");
        CHECK(runner.log().back().target == session_path + "/element/active");
    }
}

TEST_CASE("pieces end after white space, and never within a character", "[device]")
{
    using device::wda::first_piece;
    CHECK(first_piece("short", 10) == "short");
    CHECK(first_piece("", 10).empty());
    CHECK(first_piece("one two three four", 10) == "one two ");
    CHECK(first_piece("a bcdefghijklm", 10) == "a bcdefghi"); // too near the beginning
    CHECK(first_piece("äöüßäöüß", 3) == "äöü");
    CHECK(first_piece("🧵🧵🧵", 2) == "🧵🧵");
}

} // namespace thimble::tests
