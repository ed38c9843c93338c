#include "tests/catch2.hpp"
#include "virtualphone/os/text/text_field.hpp"

namespace vp = thimble::virtualphone;

TEST_CASE("a field of one line gives up the keyboard at its line break", "[virtualphone]")
{
    vp::text_field field(
        {.type = "TextField", .label = "Search", .identifier = {}, .placeholder = {}});
    CHECK(field.focus() == nullptr);
    field.set("before");
    field.begin_editing();
    REQUIRE(field.focus() != nullptr);
    field.focus()->type("wool");
    CHECK(field.text() == "wool"); // all of it was selected
    CHECK_FALSE(field.submitted());
    field.focus()->type(" and silk\nlost");
    CHECK(field.submitted() == "wool and silk");
    CHECK(field.text() == "wool and silk");
    CHECK(field.focus() == nullptr);
    CHECK_FALSE(field.submitted());
}

TEST_CASE("a tap into a field selects its text and the next places the caret", "[virtualphone]")
{
    vp::text_field field(
        {.type = "TextField", .label = "Search", .identifier = {}, .placeholder = "?"});
    const vp::rectangle frame{.x = 20, .y = 50, .width = 200, .height = 40};
    CHECK(field.show(frame, "").value == "?");
    field.set("silk");
    const auto tap = [&](double x) { field.show(frame, "").on_tap({.x = x, .y = 70}); };
    tap(100);
    REQUIRE(field.focus() != nullptr);
    CHECK(field.focus()->selected_text() == "silk");
    tap(21);
    CHECK(field.focus()->caret() == 0);
    CHECK(field.focus()->selection().empty());
    tap(210);
    CHECK(field.focus()->caret() == 4);
}
