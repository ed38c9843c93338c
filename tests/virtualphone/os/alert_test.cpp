#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::handset;
using thimble::tests::sketch_app;

namespace {

void ask(handset& phone, std::string title, std::string* answer = nullptr)
{
    phone.os.show_alert({.title = std::move(title),
                         .text = "Something wants to know.",
                         .buttons = {"No", "Yes"},
                         .on_answer =
                             [answer](const std::string& button) {
                                 if (answer != nullptr)
                                     *answer = button;
                             }},
                        phone.now);
}

} // namespace

TEST_CASE("an alert is answered by a tap on its button", "[virtualphone]")
{
    handset phone;
    std::string answer;
    ask(phone, "Trust?", &answer);
    REQUIRE(phone.os.alert());
    CHECK(phone.os.alert()->title == "Trust?");
    phone.choose("Button", "Yes");
    CHECK(answer == "Yes");
    CHECK_FALSE(phone.os.alert());
    CHECK(phone.events("alert").back().at("button") == "Yes");
}

TEST_CASE("an alert keeps fingers from what is behind it", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    ask(phone, "Wait");
    phone.tap({.x = 50, .y = 200});
    CHECK(phone.state_of(sketch_app).at("strokes") == 0);
    phone.choose("Button", "No");
    phone.tap({.x = 50, .y = 200});
    CHECK(phone.state_of(sketch_app).at("strokes") == 1);
}

TEST_CASE("an alert that comes up under a finger takes the finger away", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    phone.down(phone.middle());
    ask(phone, "Wait");
    phone.move({.x = 100, .y = 300});
    phone.up({.x = 100, .y = 300});
    CHECK(phone.state_of(sketch_app).at("strokes") == 0);
    CHECK(phone.os.alert());
}

TEST_CASE("alerts wait for the one before", "[virtualphone]")
{
    handset phone;
    ask(phone, "First");
    ask(phone, "Second");
    CHECK(phone.os.alert()->title == "First");
    CHECK(phone.os.answer_alert("Yes", phone.now));
    CHECK(phone.os.alert()->title == "Second");
    CHECK(phone.os.answer_alert("No", phone.now));
    CHECK_FALSE(phone.os.alert());
}

TEST_CASE("a button that the alert does not have answers nothing", "[virtualphone]")
{
    handset phone;
    CHECK_FALSE(phone.os.answer_alert("Yes", phone.now));
    ask(phone, "Really?");
    CHECK_FALSE(phone.os.answer_alert("Maybe", phone.now));
    CHECK(phone.os.alert());
}

TEST_CASE("an answer may put the next question", "[virtualphone]")
{
    handset phone;
    phone.os.show_alert({.title = "One",
                         .text = "",
                         .buttons = {"Go on"},
                         .on_answer = [&](const std::string&) { ask(phone, "Two"); }},
                        phone.now);
    phone.choose("Button", "Go on");
    REQUIRE(phone.os.alert());
    CHECK(phone.os.alert()->title == "Two");
}
