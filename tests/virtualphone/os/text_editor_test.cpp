#include "tests/catch2.hpp"
#include "virtualphone/os/text/text_editor.hpp"

using thimble::virtualphone::text_editor;

TEST_CASE("text goes in at the caret", "[virtualphone]")
{
    text_editor editor;
    editor.insert("held");
    editor.place_caret(3);
    editor.insert("lo wor");
    CHECK(editor.text() == "hello word");
    CHECK(editor.caret() == 9);
}

TEST_CASE("the caret steps over whole code points", "[virtualphone]")
{
    text_editor editor;
    editor.insert("aü好👋");
    CHECK(editor.caret_in_code_points() == 4);
    editor.step_left();
    editor.step_left();
    CHECK(editor.caret_in_code_points() == 2);
    editor.delete_backwards();
    CHECK(editor.text() == "a好👋");
    editor.delete_forwards();
    CHECK(editor.text() == "a👋");
    editor.step_right();
    editor.step_right();
    CHECK(editor.caret() == editor.text().size());
}

TEST_CASE("a caret cannot be put inside a code point or behind the end", "[virtualphone]")
{
    text_editor editor;
    editor.insert("好");
    editor.place_caret(2);
    CHECK(editor.caret() == 0);
    editor.place_caret(1000);
    CHECK(editor.caret() == 3);
}

TEST_CASE("deleting where there is nothing does nothing", "[virtualphone]")
{
    text_editor editor;
    editor.delete_backwards();
    editor.delete_forwards();
    editor.step_left();
    editor.step_right();
    CHECK(editor.text().empty());
    CHECK(editor.caret() == 0);
}

TEST_CASE("a text has a greatest length", "[virtualphone]")
{
    text_editor editor;
    editor.insert(std::string(text_editor::longest, 'x'));
    editor.insert("y");
    CHECK(editor.text().size() == text_editor::longest);
    CHECK(editor.text().back() == 'x');
}
