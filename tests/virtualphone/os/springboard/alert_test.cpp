#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::handset;
using thimble::tests::notes_app;
using thimble::tests::sketch_app;

namespace {

/// Shows an alert of this app.
void ask_as(handset& phone, const char* app, std::string title)
{
    phone.os.show_alert(
        {.title = std::move(title), .text = {}, .buttons = {"No", "Yes"}, .app = app}, phone.now);
}

std::string title_in_front(const handset& phone)
{
    return phone.os.alert() ? phone.os.alert()->title : "";
}

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

TEST_CASE("an app's alert is left behind with the app and is there when it returns",
          "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    ask_as(phone, sketch_app, "Delete the drawing?");
    REQUIRE(title_in_front(phone) == "Delete the drawing?");
    phone.os.go_home(phone.now);
    CHECK_FALSE(phone.os.alert());
    CHECK_FALSE(phone.find("Alert", "Delete the drawing?"));
    phone.choose("Icon", "Settings"); // the home screen takes touches
    CHECK(phone.os.front_app() == thimble::tests::settings_app);
    phone.os.launch(sketch_app, phone.now);
    CHECK(title_in_front(phone) == "Delete the drawing?");
    phone.choose("Button", "No");
    CHECK_FALSE(phone.os.alert());
}

TEST_CASE("a system alert stays in front of apps and of their alerts", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    ask_as(phone, sketch_app, "Delete the drawing?");
    ask(phone, "Low battery");
    CHECK(title_in_front(phone) == "Low battery");
    phone.os.go_home(phone.now);
    CHECK(title_in_front(phone) == "Low battery");
    phone.os.launch(sketch_app, phone.now);
    phone.choose("Button", "No");
    CHECK(title_in_front(phone) == "Delete the drawing?");
}

TEST_CASE("an alert of an app that is not in front waits for the app", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    ask_as(phone, notes_app, "Share the note?");
    CHECK_FALSE(phone.os.alert());
    phone.tap({.x = 50, .y = 200});
    CHECK(phone.state_of(sketch_app).at("strokes") == 1);
    phone.os.launch(notes_app, phone.now);
    CHECK(title_in_front(phone) == "Share the note?");
    phone.os.lock(phone.now);
    CHECK_FALSE(phone.os.alert());
}

TEST_CASE("an app that ends takes its alert along", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    ask_as(phone, sketch_app, "Delete the drawing?");
    REQUIRE(phone.os.terminate(sketch_app, phone.now));
    phone.os.launch(sketch_app, phone.now);
    CHECK_FALSE(phone.os.alert());
}

TEST_CASE("what is typed under an alert reaches nobody", "[virtualphone]")
{
    handset phone;
    phone.os.launch(notes_app, phone.now);
    phone.tap({.x = 100, .y = 300});
    REQUIRE(phone.os.type("before", phone.now));
    ask(phone, "Wait");
    CHECK_FALSE(phone.os.keyboard_shown());
    CHECK_FALSE(phone.os.type("under", phone.now));
    phone.choose("Button", "No");
    CHECK(phone.os.type(" after", phone.now));
    CHECK(phone.state_of(notes_app).at("text") == "before after");
}
