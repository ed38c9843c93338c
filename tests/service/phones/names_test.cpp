// Names are found as a person writes them, and refused with what may have been meant.
#include "service/phones/app_list.hpp"
#include "tests/catch2.hpp"
#include "text/folded_text.hpp"
#include "text/nearest_names.hpp"

namespace thimble::service::test {

namespace {

const std::vector<listed_app> some_apps{
    {.name = "Calculator", .bundle_id = "com.apple.calculator", .version = "1", .system = true},
    {.name = "Calendar", .bundle_id = "com.apple.mobilecal", .version = "1", .system = true},
    {.name = "Café", .bundle_id = "org.example.cafe", .version = "2.1", .system = false},
    {.name = "Maps", .bundle_id = "com.apple.Maps", .version = "1", .system = true},
    {.name = "Notes", .bundle_id = "com.apple.mobilenotes", .version = "1", .system = true},
    {.name = "Notes", .bundle_id = "org.example.notes", .version = "3", .system = false},
    {.name = "maps", .bundle_id = "org.example.maps", .version = "1", .system = false},
};

std::string found(std::string_view meant)
{
    const auto app = find_app(some_apps, meant);
    return app ? app->bundle_id : app.error().code;
}

std::vector<std::string> candidates(std::string_view meant)
{
    const auto app = find_app(some_apps, meant);
    REQUIRE_FALSE(app);
    std::vector<std::string> ids;
    for (const auto& each : app.error().context.at("candidates"))
        ids.push_back(each.at("bundle_id").get<std::string>());
    return ids;
}

} // namespace

TEST_CASE("case and accents are folded away, letters of other scripts stay", "[service]")
{
    CHECK(folded("ÀÉÎÕÜ Crème Brûlée") == "aeiou creme brulee");
    CHECK(folded("Straße ŒUVRE Ærø Łódź İstanbul") == "strasse oeuvre aero lodz istanbul");
    CHECK(folded("Cafe\u0301") == "cafe");
    CHECK(folded("ΆΛΦΑ Ёлка ТЕКСТ") == "αλφα елка текст");
    CHECK(folded("天気 ⏰ مرحبا") == "天気 ⏰ مرحبا");
    CHECK(folded("\xff\xc3") == "\xff\xc3"); // no UTF-8: as it is
    CHECK(folded("").empty());
}

TEST_CASE("an app is found by bundle id, by name, without accents, by its beginning", "[service]")
{
    CHECK(found("com.apple.mobilecal") == "com.apple.mobilecal");
    CHECK(found("Calculator") == "com.apple.calculator");
    CHECK(found("calculator") == "com.apple.calculator");
    CHECK(found("CAFE") == "org.example.cafe");
    CHECK(found("Calc") == "com.apple.calculator");
    CHECK(found("caf") == "org.example.cafe");
}

TEST_CASE("the very name outranks one that differs in case", "[service]")
{
    CHECK(found("Maps") == "com.apple.Maps");
    CHECK(found("maps") == "org.example.maps");
    CHECK(candidates("MAPS") == std::vector<std::string>{"com.apple.Maps", "org.example.maps"});
}

TEST_CASE("what several apps may be is refused with all of them", "[service]")
{
    CHECK(candidates("Notes") ==
          std::vector<std::string>{"com.apple.mobilenotes", "org.example.notes"});
    CHECK(candidates("Cal") ==
          std::vector<std::string>{"com.apple.calculator", "com.apple.mobilecal"});
}

TEST_CASE("what no app is called is refused with the nearest five", "[service]")
{
    const auto nearest = candidates("Calcolator");
    CHECK(nearest.size() == 5);
    CHECK(nearest.front() == "com.apple.calculator");
    CHECK(found("com.apple.nothing") == "APP_NOT_FOUND");
}

TEST_CASE("the nearest names are those that contain the word, then the likest", "[service]")
{
    const std::vector<std::string> names{"Send mail", "Mail", "Main", "Weather"};
    CHECK(nearest_names("mail", names) == std::vector<std::size_t>{0, 1, 2, 3});
    CHECK(nearest_names("wether", names).front() == 3);
    CHECK(nearest_names("x", {}).empty());
}

TEST_CASE("a list of apps from a desktop is read with care", "[service]")
{
    const auto apps = read_apps(nlohmann::json::parse(R"([
        {"name":"Zebra","bundle_id":"z","version":"1","type":"user"},
        {"name":"éclair","bundle_id":"e","version":7,"type":"system"},
        {"name":"","bundle_id":"x"}, {"name":"y"}, 3, null, []])"));
    REQUIRE(apps.size() == 2);
    CHECK(apps[0] == listed_app{.name = "éclair", .bundle_id = "e", .version = "", .system = true});
    CHECK(apps[1].name == "Zebra");
    CHECK(read_apps("no list").empty());
}

} // namespace thimble::service::test
