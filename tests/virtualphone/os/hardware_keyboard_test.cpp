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
constexpr std::uint32_t left_command = 0x08;

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
    CHECK(read_key(0x04, left_command).what == key_action::none);
}

TEST_CASE("arrows and deletion keys edit", "[virtualphone]")
{
    text_editor editor;
    editor.insert("abc");
    apply(read_key(0x50, none), editor); // left
    apply(read_key(0x2a, none), editor); // delete
    CHECK(editor.text() == "ac");
    apply(read_key(0x4c, none), editor); // forward delete
    CHECK(editor.text() == "a");
    apply(read_key(0x4f, none), editor); // right, at the end
    apply(read_key(0x05, none), editor);
    CHECK(editor.text() == "ab");
}

TEST_CASE("Command-H is the way home", "[virtualphone]")
{
    CHECK(read_key(0x0b, left_command).what == key_action::home);
}
