#include "tests/catch2.hpp"
#include "virtualphone/os/text/text_editor.hpp"

using thimble::virtualphone::caret_motion;
using thimble::virtualphone::text_editor;
using thimble::virtualphone::text_range;

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
    editor.move(caret_motion::left, false);
    editor.move(caret_motion::left, false);
    CHECK(editor.caret_in_code_points() == 2);
    editor.erase(caret_motion::left);
    CHECK(editor.text() == "a好👋");
    editor.erase(caret_motion::right);
    CHECK(editor.text() == "a👋");
    editor.move(caret_motion::right, false);
    editor.move(caret_motion::right, false);
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
    editor.erase(caret_motion::left);
    editor.erase(caret_motion::right);
    editor.move(caret_motion::left, false);
    editor.move(caret_motion::right, false);
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
    editor.select({.from = 0, .to = 2});
    editor.insert("zz"); // takes the place of as much
    CHECK(editor.text().substr(0, 3) == "zzx");
}

TEST_CASE("what is typed or deleted takes the place of the selection", "[virtualphone]")
{
    text_editor editor;
    editor.insert("one two three");
    editor.select({.from = 4, .to = 7});
    CHECK(editor.selected_text() == "two");
    editor.insert("2");
    CHECK(editor.text() == "one 2 three");
    CHECK(editor.caret() == 5);
    CHECK(editor.selection().empty());
    editor.select({.from = 5, .to = 3}); // backwards
    editor.erase(caret_motion::left);
    CHECK(editor.text() == "one three");
}

TEST_CASE("a selection is told in code points", "[virtualphone]")
{
    text_editor editor;
    editor.insert("aü好👋b");
    CHECK_FALSE(editor.selection_in_code_points());
    editor.select({.from = 1, .to = 10});
    CHECK(editor.selection_in_code_points() == text_range{.from = 1, .to = 4});
    editor.select({.from = 2, .to = 4}); // inside of ü and of 好
    CHECK(editor.selected_text() == "ü");
}

TEST_CASE("an arrow ends a selection at its side, with shift it moves the caret's end",
          "[virtualphone]")
{
    text_editor editor;
    editor.insert("abcdef");
    editor.select({.from = 2, .to = 4});
    editor.move(caret_motion::right, true);
    CHECK(editor.selected_text() == "cde");
    editor.move(caret_motion::left, true);
    editor.move(caret_motion::left, true);
    editor.move(caret_motion::left, true);
    CHECK(editor.selection().empty());
    editor.move(caret_motion::left, true);
    CHECK(editor.selected_text() == "b");
    editor.move(caret_motion::right, false);
    CHECK(editor.caret() == 2);
    editor.select_all();
    editor.move(caret_motion::left, false);
    CHECK(editor.caret() == 0);
}

TEST_CASE("the caret goes by words, lines and to the ends", "[virtualphone]")
{
    text_editor editor;
    editor.insert("first line\nit's the second\nend");
    editor.place_caret(13); // it|'s
    editor.move(caret_motion::word_right, false);
    CHECK(editor.caret() == 15);
    editor.move(caret_motion::word_right, false);
    CHECK(editor.caret() == 19);
    editor.move(caret_motion::word_left, false);
    editor.move(caret_motion::word_left, false);
    CHECK(editor.caret() == 11);
    editor.move(caret_motion::line_end, false);
    CHECK(editor.caret() == 26);
    editor.move(caret_motion::up, false);
    CHECK(editor.caret() == 10); // the line above is shorter
    editor.move(caret_motion::line_start, false);
    editor.move(caret_motion::right, false);
    editor.move(caret_motion::page_down, false);
    CHECK(editor.caret() == 28);
    editor.move(caret_motion::down, false);
    CHECK(editor.caret() == 30);
    editor.move(caret_motion::text_start, true);
    CHECK(editor.selected_text() == editor.text());
}

TEST_CASE("letters that delete are obeyed among others when typed", "[virtualphone]")
{
    text_editor editor;
    editor.type("ab\bcd\x7f\x7f");
    CHECK(editor.text() == "a");
    editor.type("\b\b\b");
    CHECK(editor.text().empty());
}

TEST_CASE("a revision tells whether anything has changed", "[virtualphone]")
{
    text_editor editor;
    const auto empty = editor.revision();
    editor.insert("ab");
    const auto text = editor.text_revision();
    CHECK(editor.revision() != empty);
    const auto written = editor.revision();
    editor.place_caret(2);
    CHECK(editor.revision() == written);
    editor.place_caret(1);
    CHECK(editor.revision() != written);
    CHECK(editor.text_revision() == text);
}
