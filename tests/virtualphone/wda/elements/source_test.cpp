// The tree as JSON and as XML: which members an element has, and what its value is.
#include "tests/catch2.hpp"
#include "virtualphone/wda/elements/element_attributes.hpp"
#include "virtualphone/wda/elements/json_source.hpp"
#include "virtualphone/wda/elements/page_source.hpp"

using nlohmann::json;
using thimble::virtualphone::element;
namespace wda = thimble::virtualphone::wda;

namespace {

element element_of_type(const char* type, const char* label)
{
    element one;
    one.type = type;
    one.label = label;
    one.frame = {.x = 10.5, .y = 20, .width = 100, .height = 44};
    return one;
}

} // namespace

TEST_CASE("an element tells all of itself as a real one does", "[virtualphone]")
{
    const json told = wda::source_as_json(element_of_type("Button", "Send"));
    CHECK(told["type"] == "Button");
    CHECK(told["rawIdentifier"] == nullptr);
    CHECK(told["name"] == "Send");
    CHECK(told["value"] == nullptr);
    CHECK(told["frame"] == "{{10.5, 20}, {100, 44}}");
    CHECK(told["nativeFrame"] == told["frame"]);
    CHECK(told["isEnabled"] == "1");
    CHECK(told["isNativeAccessibilityElement"] == "1");
    CHECK(told["traits"] == "Button");
    CHECK(told["customActions"] == nullptr);
    CHECK_FALSE(told.contains("placeholderValue"));
    CHECK_FALSE(told.contains("children"));
}

TEST_CASE("the value of an element is never an empty text", "[virtualphone]")
{
    const auto value = [](const element& one) { return wda::source_as_json(one)["value"]; };
    CHECK(value(element_of_type("StaticText", "Hello")) == "Hello");
    element field = element_of_type("TextField", "To");
    field.value = "";
    CHECK(value(field) == nullptr);
    field.placeholder = "Name or number";
    CHECK(value(field) == "Name or number");
    CHECK(wda::source_as_json(field)["placeholderValue"] == "Name or number");
    field.value = "Ada";
    CHECK(value(field) == "Ada");
}

TEST_CASE("what is selected or disabled says so in its traits", "[virtualphone]")
{
    element tab = element_of_type("Button", "Library");
    tab.selected = true;
    CHECK(wda::source_as_json(tab)["traits"] == "Button, Selected");
    CHECK(wda::source_as_json(tab)["value"] == "1");
    element cell = element_of_type("Cell", "Row");
    cell.selected = true;
    cell.enabled = false;
    CHECK(wda::source_as_json(cell)["traits"] == "Selected, NotEnabled");
    CHECK(wda::source_as_json(cell)["value"] == nullptr);
}

TEST_CASE("the XML tells the same, in an order of its own", "[virtualphone]")
{
    const element field = element_of_type("SearchField", "Search");
    const auto told = [&](const char* release, const wda::attribute_names& excluded = {}) {
        return wda::source_as_xml(field, "", *wda::find_runner_profile(release), excluded);
    };
    CHECK(told("latest").find("index=\"0\" traits=\"SearchField\"/>") != std::string::npos);
    CHECK(told("8.9.1").find("traits") == std::string::npos);
    CHECK(told("8.9.1", {"visible"}).find("visible") == std::string::npos);
}

TEST_CASE("attributes are left out on demand, and old runners have fewer", "[virtualphone]")
{
    const element button = element_of_type("Button", "Send");
    const auto& latest = *wda::find_runner_profile("latest");
    const json told = wda::source_as_json(button, latest, {"visible", "frame"});
    CHECK_FALSE(told.contains("isVisible"));
    CHECK_FALSE(told.contains("frame"));
    CHECK(told.contains("isAccessible"));
    const json old = wda::source_as_json(button, *wda::find_runner_profile("8.9.1"), {"visible"});
    CHECK(old.contains("isVisible"));
    CHECK_FALSE(old.contains("traits"));
    CHECK_FALSE(old.contains("customActions"));
    const json older = wda::source_as_json(button, *wda::find_runner_profile("9.15.3"));
    CHECK(older.contains("traits"));
    CHECK_FALSE(older.contains("isNativeAccessibilityElement"));
}
