// The text on a picture that a selector means, and when it would be a guess.
#include "selectors/find_text.hpp"
#include "tests/approx.hpp"
#include "tests/catch2.hpp"

#include <sstream>

namespace thimble::service {

namespace {

using lines = std::vector<screen::recognised_line>;

/// Words of ten pixels a letter, side by side.
screen::recognised_line line(int y, const std::string& text, double confidence = 0.96)
{
    screen::recognised_line out;
    std::istringstream in(text);
    int x = 20;
    for (std::string word; in >> word;) {
        const auto width = 10 * static_cast<int>(word.size());
        out.push_back({.text = word,
                       .where = {.x = x, .y = y, .width = width, .height = 30},
                       .confidence = confidence});
        x += width + 10;
    }
    return out;
}

/// "label @ x,y" of what is found, or the reason why nothing is.
std::string found(std::string_view selector, const lines& on)
{
    const auto result = find_text(selector, on);
    if (!result)
        return result.error().context.at("reason").get<std::string>();
    const auto& one = result->element;
    CHECK(one.type == "Text");
    return one.label + " @ " + std::to_string(one.x) + "," + std::to_string(one.y);
}

} // namespace

TEST_CASE("a line on a picture is found by its words", "[service]")
{
    const lines on{line(10, "Settings"), line(60, "Airplane Mode"), line(110, "Don’t Allow")};
    CHECK(found("Airplane Mode", on) == "Airplane Mode @ 20,60");
    CHECK(found("the airplane mode", on) == "Airplane Mode @ 20,60");
    CHECK(found("\"Settings\"", on) == "Settings @ 20,10");
    CHECK(found("Don't allow", on) == "Don't Allow @ 20,110");
    const auto whole = find_text("airplane mode", on);
    REQUIRE(whole);
    CHECK(whole->element.width == 130);
    CHECK(whole->confidence == tests::Approx(0.96));
}

TEST_CASE("words within a line are found, with less confidence", "[service]")
{
    const lines on{line(10, "By going on you accept the Terms of Service and more")};
    CHECK(found("Terms of Service", on) == "Terms of Service @ 290,10");
    CHECK(find_text("Terms of Service", on)->confidence < 0.9);
    CHECK(found("Term", on) == "no_match");
}

TEST_CASE("a whole line comes before the same words within others", "[service]")
{
    const lines on{line(10, "Press Save to keep it"), line(60, "Save")};
    CHECK(found("Save", on) == "Save @ 20,60");
    CHECK(found("the Save button", on) == "Save @ 20,60");
}

TEST_CASE("of equal texts none is taken unless one is named", "[service]")
{
    const lines on{line(200, "Delete"), line(10, "Delete"), line(100, "Delete")};
    CHECK(found("Delete", on) == "ambiguous");
    CHECK(found("second Delete from the top", on) == "Delete @ 20,100");
    CHECK(found("last Delete", on) == "Delete @ 20,200");
    CHECK(found("fourth Delete", on) == "no_match");
}

TEST_CASE("texts that are merely alike are not the same", "[service]")
{
    const lines on{line(10, "Page 10"), line(60, "Report 2024"), line(110, "Save all"),
                   line(160, "Include photos")};
    for (const auto* other : {"Page 11", "Report 2025", "Save al", "Exclude photos", "Pages"})
        CHECK(found(other, on) == "no_match");
}

TEST_CASE("what was not read with certainty is not taken", "[service]")
{
    CHECK(found("Save", {line(10, "Save", 0.4)}) == "no_match");
    CHECK(found("Save", {line(10, "Save", 0.4), line(60, "Save")}) == "ambiguous");
    CHECK(found("Save", {line(10, "Save", 0.4), line(60, "Save first")}) == "ambiguous");
    CHECK(find_text("Save", lines{line(10, "Save", 0.4)}).error().code == "ELEMENT_NOT_FOUND");
}

TEST_CASE("a picture says nothing of kinds but those that stand where their text is", "[service]")
{
    const lines on{line(10, "Wi-Fi"), line(60, "Bluetooth")};
    CHECK(found("Wi-Fi row", on) == "Wi-Fi @ 20,10");
    CHECK(found("Wi-Fi link", on) == "Wi-Fi @ 20,10");
    CHECK(found("Wi-Fi switch", on) == "no_match");
    CHECK(found("Wi-Fi field", on) == "no_match");
    CHECK(found("last row", on) == "no_match");
    CHECK(found("button", on) == "no_match");
}

TEST_CASE("single letters are what edges are read as", "[service]")
{
    const lines on{line(10, ">"), line(60, "O"), line(110, "OK")};
    CHECK(found(">", on) == "no_match");
    CHECK(found("O", on) == "no_match");
    CHECK(found("OK", on) == "OK @ 20,110");
    CHECK(named_texts(on).size() == 1);
}

TEST_CASE("what was read nearest is what the caller hears of", "[service]")
{
    const auto none = find_text("Bluetooths", lines{line(10, "Wi-Fi"), line(60, "Bluetooth")});
    REQUIRE_FALSE(none);
    CHECK(none.error().context.at("candidates").at(0).at("label") == "Bluetooth");
    CHECK_FALSE(find_text("anything", {}));
}

} // namespace thimble::service
