#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::handset;
using thimble::tests::notes_app;

namespace {

struct notes_in_hand : handset {
    explicit notes_in_hand(std::string_view model = "iPhone 15 Pro") : handset(model)
    {
        os.launch(notes_app, now);
    }

    std::string text() const { return state_of(notes_app).at("text").get<std::string>(); }
    int caret() const { return state_of(notes_app).at("caret").get<int>(); }
};

} // namespace

TEST_CASE("nothing can be typed before a field has the focus", "[virtualphone]")
{
    notes_in_hand phone;
    CHECK_FALSE(phone.os.keyboard_shown());
    CHECK_FALSE(phone.os.type("lost", phone.now));
    CHECK(phone.text().empty());
}

TEST_CASE("a tap in the note brings up the keyboard, and its keys type", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro", "iPad 9"}) {
        INFO(model);
        notes_in_hand phone(model);
        phone.tap({.x = 150, .y = 200});
        REQUIRE(phone.os.keyboard_shown());
        for (const auto* key :
             {"h", "i", "space", "shift", "Y", "o", "u", "x", "delete", "123", "1", "!", "return"})
            phone.choose("Key", key);
        CHECK(phone.text() == "hi You1!\n");
        CHECK(phone.caret() == 9);
    }
}

TEST_CASE("shift holds for one letter", "[virtualphone]")
{
    notes_in_hand phone;
    phone.tap({.x = 150, .y = 200});
    phone.choose("Key", "shift");
    CHECK(phone.find("Key", "A"));
    phone.choose("Key", "A");
    CHECK(phone.find("Key", "a"));
}

TEST_CASE("a tap between two letters puts the caret there", "[virtualphone]")
{
    notes_in_hand phone;
    phone.tap({.x = 150, .y = 200});
    REQUIRE(phone.os.type("first line\nsecond line", phone.now));
    CHECK(phone.caret() == 22);
    const auto note = phone.find("TextView", "Note");
    REQUIRE(note);

    phone.tap({.x = note->frame.x + 1, .y = note->frame.y + 25}); // left of the first line
    CHECK(phone.caret() == 0);
    phone.tap({.x = note->frame.x + 300, .y = note->frame.y + 25}); // right of it
    CHECK(phone.caret() == 10);
    phone.os.type("!", phone.now);
    CHECK(phone.text() == "first line!\nsecond line");
    phone.tap({.x = note->frame.x + 300, .y = note->frame.y + 200}); // below everything
    CHECK(phone.caret() == 23);
}

TEST_CASE("any text arrives as it was typed", "[virtualphone]")
{
    notes_in_hand phone;
    phone.tap({.x = 150, .y = 200});
    const std::string text = "Grüße, Привет, 你好, 👩‍🚀\tend";
    REQUIRE(phone.os.type(text, phone.now));
    CHECK(phone.text() == text);
    CHECK(phone.events("text").back().at("text") == text);
}

TEST_CASE("a hardware keyboard types into the focused note", "[virtualphone]")
{
    notes_in_hand phone;
    phone.tap({.x = 150, .y = 200});
    phone.os.key(0x0b, 0x02, true, phone.now);
    phone.os.key(0x0b, 0x02, false, phone.now);
    phone.os.key(0x0c, 0, true, phone.now);
    phone.os.key(0x0c, 0, false, phone.now);
    CHECK(phone.text() == "Hi");
    CHECK(phone.events("key").size() == 4);
}

TEST_CASE("the keyboard goes with Done, and comes back with the app", "[virtualphone]")
{
    notes_in_hand phone;
    phone.tap({.x = 150, .y = 200});
    phone.choose("Button", "Done");
    CHECK_FALSE(phone.os.keyboard_shown());
    phone.tap({.x = 150, .y = 200});
    CHECK(phone.os.keyboard_shown());
    phone.os.go_home(phone.now);
    CHECK_FALSE(phone.os.keyboard_shown());
    phone.os.launch(notes_app, phone.now);
    CHECK(phone.os.keyboard_shown());
}

TEST_CASE("a long note scrolls with its caret", "[virtualphone]")
{
    notes_in_hand phone;
    phone.tap({.x = 150, .y = 200});
    const auto before = phone.os.frame_png();
    for (int i = 0; i < 60; ++i)
        phone.os.type("line\n", phone.now);
    phone.os.type("the end", phone.now);
    const auto note = phone.find("TextView", "Note");
    REQUIRE(note);
    // The last line is in sight now: a tap low in the note is at its end, not somewhere above.
    phone.tap({.x = note->frame.x + 200, .y = note->frame.y + note->frame.height - 30});
    CHECK(phone.caret() == 307);
    CHECK(*phone.os.frame_png() != *before);
}
