// Text into a field: how it goes there, what is seen of it, and what is never sent.
#include "daemon/actions/text_entry/insertion.hpp"
#include "tests/daemon/actions/performing.hpp"
#include "tests/daemon/written_phone.hpp"

namespace thimble::daemon {

namespace {

using link::typing_method;

using typing_fixture = performing<written_phone>;

const device::failure gone{.what = device::problem::refused,
                           .phone = device::reached::nothing,
                           .message = "WebDriverAgent refused.",
                           .cause = "connection_lost"};

} // namespace

TEST_CASE("an insertion stands somewhere in the text, in place of some part of it", "[daemon]")
{
    CHECK(is_insertion("", "abc", "abc"));
    CHECK(is_insertion("one two", "one new two", "new "));
    CHECK(is_insertion("one two", "one twoend", "end"));
    CHECK(is_insertion("one two", "start one two", "start "));
    CHECK(is_insertion("one two three", "one X three", "X")); // "two" was selected
    CHECK(is_insertion("everything", "X", "X"));              // all of it was
    CHECK(is_insertion("aaa", "aaaa", "a"));
    CHECK(is_insertion("abab", "ababab", "ab"));
    CHECK(is_insertion("x", "x", "x")); // in place of itself
}

TEST_CASE("what is no insertion is not taken for one", "[daemon]")
{
    CHECK_FALSE(is_insertion("", "", "a"));
    CHECK_FALSE(is_insertion("abc", "abc", "x"));
    CHECK_FALSE(is_insertion("one", "one Two", "two")); // autocorrection has been at it
    CHECK_FALSE(is_insertion("one", "two", "three"));
    CHECK_FALSE(is_insertion("one two", "eno new two", "new ")); // other parts have changed too
}

TEST_CASE_METHOD(typing_fixture, "text is typed and seen to have arrived", "[daemon]")
{
    phone->field.content = "before ";
    CHECK(verified(link::type{.text = "Hello"}) == true);
    CHECK(phone->field.content == "before Hello");
    CHECK(phone->typings == 1);
    CHECK(phone->clipboard_text.empty());
}

TEST_CASE_METHOD(typing_fixture, "text that does not arrive is told of, and typed once", "[daemon]")
{
    phone->loses_text = true;
    CHECK(verified(link::type{.text = "Hello"}) == false);
    CHECK(verified(link::type{.text = "Hello\n"}) == std::nullopt); // return may have sent it
    CHECK(phone->typings == 2);
}

TEST_CASE_METHOD(typing_fixture, "what a field does not show is believed", "[daemon]")
{
    phone->field.shown = false;
    CHECK(verified(link::type{.text = "hunter2"}) == std::nullopt);
    CHECK(phone->field.content == "hunter2");
}

TEST_CASE_METHOD(typing_fixture, "nothing is typed where no field has the focus", "[daemon]")
{
    phone->field.focused = false;
    for (const auto method :
         {typing_method::keys, typing_method::paste, typing_method::automatic}) {
        const auto why = refused(link::type{.text = "Hello", .method = method});
        CHECK(cause_of(why) == "ACTION_FAILED keyboard_not_shown");
        CHECK(why.outcome == link::outcome::not_sent);
    }
    CHECK(phone->typings == 0);
    CHECK(phone->clipboard_text.empty());
}

TEST_CASE_METHOD(typing_fixture, "an alert that has taken the keyboard is named", "[daemon]")
{
    phone->field.focused = false;
    phone->front_alert.shown = device::alert{.text = "Low Battery", .buttons = {"Close"}};
    const auto why = refused(link::type{.text = "Hello"});
    CHECK(cause_of(why) == "ACTION_FAILED alert_in_front");
    CHECK(why.outcome == link::outcome::not_sent);
    CHECK(why.why.context.at("alert").at("buttons") == nlohmann::json{"Close"});
    CHECK(phone->typings == 0);
}

TEST_CASE_METHOD(typing_fixture, "pasted text goes by the clipboard and Command-V", "[daemon]")
{
    CHECK(verified(link::type{.text = "Hello", .method = typing_method::paste}) == true);
    CHECK(phone->clipboard_text == "Hello");
    CHECK(phone->typings == 0);
}

namespace {

const link::type pasting{.text = "Hello", .method = typing_method::paste};

} // namespace

TEST_CASE_METHOD(typing_fixture, "without chords, text is pasted by the field's menu", "[daemon]")
{
    phone->takes_chords = false;
    phone->pasting_item = GENERATE("Paste", "Einfügen", "Вставить", "ペースト", "粘贴", "لصق");
    CHECK(verified(pasting) == true);
    CHECK(phone->field.content == "Hello");
    CHECK(phone->played.size() == 2); // held, and tapped
    CHECK(phone->strokes == 0);
}

TEST_CASE_METHOD(typing_fixture, "a menu that does not come is told of", "[daemon]")
{
    phone->takes_chords = false;
    phone->pasting_item = GENERATE("", "Look Up");
    const auto why = refused(pasting);
    CHECK(cause_of(why) == "ACTION_FAILED edit_menu_not_shown");
    CHECK(why.outcome == link::outcome::unknown); // the clipboard has it
    CHECK_FALSE(why.why.message.contains("Hello"));
    CHECK(phone->played.size() == 1);
    CHECK(phone->field.content.empty());
}

TEST_CASE_METHOD(typing_fixture, "a button of the app is no item of the menu", "[daemon]")
{
    phone->takes_chords = false;
    phone->pasting_item.clear();
    device::element button;
    button.type = "Button";
    button.label = "Paste";
    button.width = 80;
    button.height = 40;
    phone->on_screen.push_back(button);
    CHECK(cause_of(refused(pasting)) == "ACTION_FAILED edit_menu_not_shown");
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(typing_fixture,
                 "a field is held behind its text and above the keyboard",
                 "[daemon]")
{
    phone->takes_chords = false;
    phone->field.frame = {.x = 0, .y = 100, .width = 393, .height = 700};
    device::element keyboard;
    keyboard.type = "Keyboard";
    keyboard.y = 500;
    keyboard.width = 393;
    keyboard.height = 352;
    phone->on_screen.push_back(keyboard);
    CHECK(verified(pasting) == true);
    const auto held = phone->played.front().contacts.front().samples.front().where;
    CHECK(held.y < 500);
    CHECK(held.y > 450);
    CHECK(held.x > 393 - 20); // of a text that fills its lines as well
    CHECK(held.x < 393);
}

TEST_CASE_METHOD(typing_fixture,
                 "what can neither press nor list elements pastes nothing",
                 "[daemon]")
{
    phone->takes_chords = false;
    phone->lists_elements = false;
    const auto why = refused(pasting);
    CHECK(why.why.code == "UNSUPPORTED_ACTION");
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(typing_fixture, "a key is seen in the field that it writes to", "[daemon]")
{
    const link::keypress three_times{.key = "a", .modifiers = {}, .repeat = 3};
    CHECK(verified(three_times) == true); // with the capital that a sentence begins with
    CHECK(phone->field.content == "Aaa");
    CHECK(verified(link::keypress{.key = "backspace", .modifiers = {}}) == true);
    CHECK(phone->field.content == "Aa");
    phone->loses_text = true;
    CHECK(verified(three_times) == false);
    CHECK(verified(link::keypress{.key = "enter", .modifiers = {}}) == std::nullopt); // it may act
    CHECK(verified(link::keypress{.key = "arrow_left", .modifiers = {}}) == std::nullopt);
    phone->field.shown = false;
    CHECK(verified(three_times) == std::nullopt);
}

TEST_CASE_METHOD(typing_fixture, "characters that are keys to a typist are pasted", "[daemon]")
{
    for (const auto* text : {"a\x7F", "up \xEF\x9C\x80", "\xEF\xA3\xBF end"}) {
        CHECK(verified(link::type{.text = text, .method = typing_method::automatic}) == true);
        CHECK(phone->clipboard_text == text);
    }
    CHECK(phone->typings == 0);
    CHECK(verified(link::type{.text = "Grüße 🧵", .method = typing_method::automatic}) == true);
    CHECK(phone->typings == 1);
}

TEST_CASE_METHOD(typing_fixture,
                 "a text that a driver has no keys for is pasted instead",
                 "[daemon]")
{
    phone->typing_fails = device::failure{.what = device::problem::unsupported,
                                          .phone = device::reached::nothing,
                                          .message = "It has to be pasted.",
                                          .cause = "needs_pasting"};
    CHECK(verified(link::type{.text = "Gr\u00fc\u00dfe", .method = typing_method::automatic}) ==
          true);
    CHECK(phone->typings == 1);
    CHECK(phone->strokes == 1);
    const auto why = refused(link::type{.text = "Hello", .method = typing_method::keys});
    CHECK(why.why.code == "UNSUPPORTED_ACTION"); // nobody asked for the clipboard
    CHECK(why.outcome == link::outcome::not_sent);
}

TEST_CASE_METHOD(typing_fixture, "a paste that fails tells how far it came", "[daemon]")
{
    const link::type what{.text = "secret", .method = typing_method::paste};
    phone->keys_fail = gone;
    const auto half = refused(what);
    CHECK(half.outcome == link::outcome::unknown); // the clipboard has it
    CHECK_FALSE(half.why.message.contains("secret"));
    phone->clipboard_fails = gone;
    CHECK(refused(what).outcome == link::outcome::not_sent);
}

TEST_CASE_METHOD(typing_fixture, "typing that breaks off leaves the outcome open", "[daemon]")
{
    phone->typing_fails = gone;
    phone->typing_fails->phone = device::reached::perhaps;
    CHECK(refused(link::type{.text = "Hello"}).outcome == link::outcome::unknown);
    CHECK(phone->typings == 1);
}

TEST_CASE_METHOD(typing_fixture, "text beyond the limits of its method is not sent", "[daemon]")
{
    for (const auto& text :
         {std::string(), std::string(101, 'a'), std::string("caf\xC3\xA9"), std::string("a\x01")}) {
        const auto why = refused(link::type{.text = text, .method = typing_method::keys});
        CHECK(why.why.code == "INVALID_ARGUMENT");
        CHECK(why.outcome == link::outcome::not_sent);
    }
    CHECK(phone->typings == 0);
}

TEST_CASE_METHOD(typing_fixture, "the clipboard is written, and read as text or empty", "[daemon]")
{
    REQUIRE(perform(link::copy_text{.text = "a  b"}));
    CHECK(phone->clipboard_text == "a  b");
    const auto read = perform(link::read_clipboard{});
    REQUIRE(read);
    CHECK(read->value == nlohmann::json{{"text", "a  b"}, {"empty", false}});
    phone->clipboard_text.clear();
    CHECK(perform(link::read_clipboard{})->value.at("empty") == true);
}

} // namespace thimble::daemon
