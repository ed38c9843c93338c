#include "tests/catch2.hpp"
#include "virtualphone/os/text/hardware_keyboard.hpp"

using thimble::virtualphone::apply;
using thimble::virtualphone::key_action;
using thimble::virtualphone::read_key;
using thimble::virtualphone::text_editor;

namespace {

constexpr std::uint32_t none = 0;
constexpr std::uint32_t left_shift = 0x02;
constexpr std::uint32_t right_shift = 0x20;
constexpr std::uint32_t left_control = 0x01;
constexpr std::uint32_t left_alternate = 0x04;
constexpr std::uint32_t left_command = 0x08;

/// A clipboard that asks nobody.
struct plain_pasteboard : thimble::virtualphone::pasteboard {
    bool empty() const override { return text.empty(); }
    void copy(std::string what) override { text = std::move(what); }
    void paste(std::function<void(const std::string&)> use) override { use(text); }

    std::string text;
};

} // namespace

TEST_CASE("keys type what a US keyboard has on them", "[virtualphone]")
{
    CHECK(read_key(0x04, none).text == "a");
    CHECK(read_key(0x1d, left_shift).text == "Z");
    CHECK(read_key(0x1e, none).text == "1");
    CHECK(read_key(0x27, right_shift).text == ")");
    CHECK(read_key(0x2d, none).text == "-");
    CHECK(read_key(0x33, left_shift).text == ":");
    CHECK(read_key(0x38, none).text == "/");
    CHECK(read_key(0x38, left_shift).text == "?");
    CHECK(read_key(0x28, none).text == "\n");
    CHECK(read_key(0x2c, none).text == " ");
}

TEST_CASE("keys that mean nothing here do nothing", "[virtualphone]")
{
    for (const std::uint32_t usage : {0x00U, 0x03U, 0x39U, 0x3aU, 0x65U, 0xe0U, 0xffffffffU})
        CHECK(read_key(usage, none).what == key_action::none);
    CHECK(read_key(0x05, left_command).what == key_action::none);
    CHECK(read_key(0x04, left_control).what == key_action::none);
}

TEST_CASE("arrows and deletion keys edit", "[virtualphone]")
{
    text_editor editor;
    plain_pasteboard clipboard;
    editor.insert("abc");
    apply(read_key(0x50, none), editor, clipboard); // left
    apply(read_key(0x2a, none), editor, clipboard); // delete
    CHECK(editor.text() == "ac");
    apply(read_key(0x4c, none), editor, clipboard); // forward delete
    CHECK(editor.text() == "a");
    apply(read_key(0x4f, none), editor, clipboard); // right, at the end
    apply(read_key(0x05, none), editor, clipboard);
    CHECK(editor.text() == "ab");
}

TEST_CASE("Command-H is the way home", "[virtualphone]")
{
    CHECK(read_key(0x0b, left_command).what == key_action::home);
}

TEST_CASE("shift with an arrow selects, Alternate and Command go further", "[virtualphone]")
{
    text_editor editor;
    plain_pasteboard clipboard;
    const auto press = [&](std::uint32_t usage, std::uint32_t modifiers) {
        apply(read_key(usage, modifiers), editor, clipboard);
    };
    editor.insert("one two\nthree");
    press(0x50, left_alternate | left_shift);
    CHECK(editor.selected_text() == "three");
    press(0x52, left_command); // up
    CHECK(editor.caret() == 0);
    press(0x4f, left_command | left_shift); // right
    CHECK(editor.selected_text() == "one two");
    press(0x51, none); // down, from the end of the selection
    CHECK(editor.caret() == 13);
    press(0x4a, none); // home
    CHECK(editor.caret() == 0);
    press(0x4d, left_shift); // end
    CHECK(editor.selected_text() == editor.text());
    press(0x51, left_command);
    press(0x2a, left_alternate); // deletes a word
    CHECK(editor.text() == "one two\n");
    press(0x4b, none); // page up
    press(0x4c, left_command);
    CHECK(editor.text() == "\n");
}

TEST_CASE("Command with A, X, C and V selects, cuts, copies and pastes", "[virtualphone]")
{
    text_editor editor;
    plain_pasteboard clipboard;
    const auto press = [&](std::uint32_t usage) {
        apply(read_key(usage, left_command), editor, clipboard);
    };
    editor.insert("text");
    press(0x06);
    CHECK(clipboard.text.empty()); // nothing was selected
    press(0x04);
    press(0x06);
    CHECK(clipboard.text == "text");
    press(0x19);
    press(0x19);
    CHECK(editor.text() == "texttext");
    press(0x04);
    press(0x1b);
    CHECK(editor.text().empty());
    CHECK(clipboard.text == "texttext");
}

TEST_CASE("Escape dismisses", "[virtualphone]")
{
    CHECK(read_key(0x29, none).what == key_action::dismiss);
}
