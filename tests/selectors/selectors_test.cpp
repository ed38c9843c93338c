// The element that a selector means, and when it would be a guess.
#include "selectors/find.hpp"
#include "tests/catch2.hpp"

#include <vector>

namespace thimble::service {

namespace {

using elements_seen = std::vector<screen_element>;

/// An element of 100 by 40 pixels.
screen_element at(int x, int y, const std::string& type, const std::string& label)
{
    return {.label = label,
            .name = {},
            .value = {},
            .type = type,
            .x = x,
            .y = y,
            .width = 100,
            .height = 40};
}

/// A list of settings: rows with a text and a switch each, a back button, a search field.
elements_seen settings()
{
    elements_seen all{at(0, 0, "Button", "Back"), at(200, 0, "StaticText", "Settings"),
                      at(0, 60, "SearchField", "Search")};
    int y = 120;
    for (const char* name : {"Airplane Mode", "Wi-Fi", "Bluetooth"}) {
        screen_element row = at(0, y, "Cell", name);
        row.width = 600;
        all.push_back(row);
        all.push_back(at(20, y, "StaticText", name));
        all.push_back(at(480, y, "Switch", name));
        y += 60;
    }
    return all;
}

/// "type label @ y" of what is found, or the reason why nothing is.
std::string found(std::string_view selector, const elements_seen& on)
{
    const auto result = find(selector, on);
    if (!result)
        return result.error().context.at("reason").get<std::string>();
    const screen_element& one = *result->element;
    return one.type + " " + one.label + " @ " + std::to_string(one.y);
}

} // namespace

TEST_CASE("a selector names an element by its label", "[service]")
{
    CHECK(found("Back", settings()) == "Button Back @ 0");
    CHECK(found("  the back ", settings()) == "Button Back @ 0");
}

TEST_CASE("case and accents do not count", "[service]")
{
    const elements_seen menu{at(0, 0, "Button", "Café Crème"), at(0, 100, "Button", "Cafe Noir")};
    CHECK(found("CAFE CREME", menu) == "Button Café Crème @ 0");
}

TEST_CASE("words for types choose among elements with one label", "[service]")
{
    CHECK(found("the Wi-Fi switch", settings()) == "Switch Wi-Fi @ 180");
    CHECK(found("Wi-Fi row", settings()) == "Cell Wi-Fi @ 180");
    CHECK(found("Wi-Fi text", settings()) == "StaticText Wi-Fi @ 180");
    CHECK(found("Bluetooth toggle", settings()) == "Switch Bluetooth @ 240");
}

TEST_CASE("a type alone is enough where there is one", "[service]")
{
    CHECK(found("search field", settings()) == "SearchField Search @ 60");
    CHECK(found("the switch", settings()) == "ambiguous");
}

TEST_CASE("words for types may be part of a label", "[service]")
{
    const elements_seen both{at(0, 0, "Button", "Power button"), at(0, 100, "Button", "Power")};
    CHECK(found("Power button", both) == "Button Power button @ 0");
}

TEST_CASE("positions choose among equals", "[service]")
{
    CHECK(found("the second switch", settings()) == "Switch Wi-Fi @ 180");
    CHECK(found("second switch from the top", settings()) == "Switch Wi-Fi @ 180");
    CHECK(found("first switch from the bottom", settings()) == "Switch Bluetooth @ 240");
    CHECK(found("last switch", settings()) == "Switch Bluetooth @ 240");
    CHECK(found("third row", settings()) == "Cell Bluetooth @ 240");
    CHECK(found("fourth switch", settings()) == "no_match");
    const elements_seen tabs{at(300, 0, "Button", "C"), at(0, 0, "Button", "A"),
                             at(150, 0, "Button", "B")};
    CHECK(found("second button from the left", tabs) == "Button B @ 0");
    CHECK(found("first button from the right", tabs) == "Button C @ 0");
    CHECK(found("rightmost button", tabs) == "Button C @ 0");
}

TEST_CASE("words for positions may be part of a label", "[service]")
{
    const elements_seen form{at(0, 0, "TextField", "First Name"),
                             at(0, 60, "TextField", "Last Name")};
    CHECK(found("first name", form) == "TextField First Name @ 0");
    CHECK(found("the Last Name field", form) == "TextField Last Name @ 60");
}

TEST_CASE("several equally good elements are refused with the candidates", "[service]")
{
    const elements_seen list{at(0, 0, "Button", "Delete"), at(0, 100, "Button", "Delete"),
                             at(0, 200, "Button", "Keep")};
    const auto refused = find("Delete", list);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "ELEMENT_NOT_FOUND");
    CHECK(refused.error().context.at("reason") == "ambiguous");
    CHECK(refused.error().context.at("candidates").at(1).at("y") == 100);
    CHECK(found("second Delete", list) == "Button Delete @ 100");
}

TEST_CASE("what is not there is refused with the nearest five", "[service]")
{
    const auto refused = find("Mobile Data", settings());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().context.at("reason") == "no_match");
    CHECK(refused.error().context.at("candidates").size() == 5);
    CHECK(find("Save", elements_seen{}).error().context.at("candidates").empty());
}

TEST_CASE("a small mistake in spelling finds what is clearly meant", "[service]")
{
    const auto page = settings(); // which the match refers to
    const auto match = find("Bluetoth switch", page);
    REQUIRE(match);
    CHECK(match->element->label == "Bluetooth");
    CHECK(match->confidence < 0.9);
    CHECK(found("Airplane", settings()) == "Switch Airplane Mode @ 120");
}

TEST_CASE("an exact label comes before one that is merely alike", "[service]")
{
    const elements_seen both{at(0, 0, "Button", "Save as"), at(0, 100, "Button", "Save")};
    CHECK(found("Save", both) == "Button Save @ 100");
}

TEST_CASE("quotes mean the text as it stands", "[service]")
{
    CHECK(found("\"Wi-Fi\" switch", settings()) == "Switch Wi-Fi @ 180");
    CHECK(found("the “Wi-Fi” row", settings()) == "Cell Wi-Fi @ 180");
    CHECK(found("'Bluetoth'", settings()) == "no_match");
}

TEST_CASE("visible elements come before hidden ones", "[service]")
{
    elements_seen both{at(0, 0, "Button", "OK"), at(0, 100, "Button", "OK")};
    both[0].visible = false;
    CHECK(found("OK", both) == "Button OK @ 100");
    both.pop_back();
    const auto hidden = find("OK", both);
    REQUIRE(hidden);
    CHECK(hidden->confidence < 1);
}

TEST_CASE("what reacts comes before what only says something", "[service]")
{
    const elements_seen both{at(0, 0, "StaticText", "Photos"), at(0, 200, "Icon", "Photos")};
    CHECK(found("Photos", both) == "Icon Photos @ 200");
}

TEST_CASE("a key of the keyboard is the last thing that is meant", "[service]")
{
    const elements_seen both{at(0, 0, "Button", "a"), at(0, 1200, "Key", "a")};
    CHECK(found("a", both) == "Button a @ 0");
    CHECK(found("a key", both) == "ambiguous"); // the key, or the button
}

TEST_CASE("identifiers and values name elements too", "[service]")
{
    elements_seen field{at(0, 0, "TextField", ""), at(0, 100, "Button", "Settings")};
    field[0].value = "ada@example.org";
    field[1].name = "BackButton";
    CHECK(found("ada@example.org", field) == "TextField  @ 0");
    CHECK(found("the back button", field) == "Button Settings @ 100");
}

TEST_CASE("a match is recorded with its source and confidence", "[service]")
{
    const elements_seen one{at(10, 20, "Button", "Save")};
    CHECK(match_record(*find("save", one), "tree") ==
          nlohmann::ordered_json::parse(
              R"({"label":"Save","type":"Button","x":10,"y":20,"width":100,"height":40,)"
              R"("source":"tree","confidence":1.0})"));
}

TEST_CASE("a selector that names nothing gets a reason and no element", "[service]")
{
    CHECK(found("first \"back\"", settings()) == "Button Back @ 0");
    for (const std::string selector : {" ", "the", "first", "\"", "\"\"", "''", "the the",
                                       "last from the left", "\xff\xfe", "first \"a"}) {
        const auto answer = found(selector, settings());
        INFO(selector << ": " << answer);
        CHECK((answer == "no_match" || answer == "ambiguous"));
    }
}

} // namespace thimble::service
