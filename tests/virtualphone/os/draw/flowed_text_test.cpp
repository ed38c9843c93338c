#include "tests/approx.hpp"
#include "virtualphone/os/draw/flowed_text.hpp"

#include <string>

using thimble::tests::Approx;
using thimble::virtualphone::flowed_text;
using thimble::virtualphone::text_layout;
using thimble::virtualphone::text_style;

namespace {

constexpr text_style style{.size = 18, .wraps = true};
constexpr double width = 353;

std::string long_text()
{
    std::string out;
    for (int i = 0; i < 400; ++i)
        out += i % 17 == 0 ? "a paragraph ends.\n" : i % 29 == 0 ? "\n" : "wörter und mehr, ";
    return out;
}

flowed_text flowed(const std::string& text)
{
    flowed_text out(style);
    out.set(text, width);
    return out;
}

} // namespace

TEST_CASE("a text in pieces looks like the text in one", "[virtualphone]")
{
    for (const auto& text :
         {long_text(), long_text() + "\n", std::string(3000, 'x'), std::string(2000, '\n'),
          std::string("short"), std::string("\n"), std::string()}) {
        INFO(text.substr(0, 20));
        const text_layout whole(text, style, width);
        const auto pieces = flowed(text);
        CHECK(pieces.height() == Approx(whole.height()).margin(0.5));
        for (std::size_t offset = 0; offset <= text.size(); offset += 97) {
            if (offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0xc0U) == 0x80U)
                continue;
            const auto expected = whole.caret(offset);
            const auto caret = pieces.caret(offset);
            CHECK(caret.x == Approx(expected.x).margin(0.5));
            CHECK(caret.y == Approx(expected.y).margin(0.5));
            CHECK(pieces.offset_at({.x = caret.x, .y = caret.y + caret.height / 2}) ==
                  whole.offset_at({.x = expected.x, .y = expected.y + expected.height / 2}));
        }
        CHECK(pieces.boxes(0, text.size()).size() == whole.boxes(0, text.size()).size());
    }
}

TEST_CASE("a text that has changed looks as if set anew", "[virtualphone]")
{
    auto text = long_text();
    auto edited = flowed(text);
    for (const std::size_t where : {text.size(), text.size() / 2, std::size_t{0}}) {
        text.insert(where, "new\n");
        edited.set(text, width);
        const auto anew = flowed(text);
        CHECK(edited.height() == Approx(anew.height()));
        for (std::size_t offset = 0; offset < text.size(); offset += 511)
            CHECK(edited.caret(offset).y == Approx(anew.caret(offset).y));
    }
    text = std::string(800, 'x'); // as much as is looked at for one piece
    edited.set(text, width);
    edited.set(text + "yyy", width);
    CHECK(edited.height() == Approx(flowed(text + "yyy").height()));
    CHECK(edited.caret(802).x == Approx(flowed(text + "yyy").caret(802).x));
    edited.set("", width);
    CHECK(edited.height() == Approx(flowed("").height()));
}

TEST_CASE("a paragraph without letters is written from left to right", "[virtualphone]")
{
    const std::string hebrew = "שלום";
    for (const auto& text : {hebrew + "\n!?", hebrew + "\n\n!?", "abc\n" + hebrew + "\n!?"}) {
        INFO(text);
        const auto pieces = flowed(text);
        CHECK(pieces.caret(text.size()).x > pieces.caret(text.size() - 1).x);
        CHECK(pieces.caret(text.size() - 2).x == Approx(0));
    }
    const auto behind = flowed("!?\n" + hebrew);
    CHECK(behind.caret(0).x == Approx(0));
    CHECK(behind.caret(3).x == Approx(width));
}
