// Class chains, predicates and XPath on a small tree.
#include "tests/catch2.hpp"
#include "virtualphone/wda/elements/locator.hpp"

using namespace thimble::virtualphone;

namespace {

element leaf(const char* type, const char* label, rectangle frame)
{
    return {.type = type,
            .label = label,
            .identifier = {},
            .value = {},
            .frame = frame,
            .children = {}};
}

/// A list of three cells, each with a text, the second one with a switch as well.
element small_tree()
{
    element tree = leaf("Application", "Kettle", {.x = 0, .y = 0, .width = 400, .height = 800});
    element list = leaf("Table", "", tree.frame);
    for (int row = 0; row < 3; ++row) {
        const double top = 100.0 * row;
        const char* const name = row == 0 ? "Tea" : row == 1 ? "Black  Coffee" : "Cocoa 3";
        element cell = leaf("Cell", name, {.x = 0, .y = top, .width = 400, .height = 100});
        cell.children.push_back(
            leaf("StaticText", name, {.x = 20, .y = top, .width = 100, .height = 100}));
        list.children.push_back(std::move(cell));
    }
    element toggle = leaf("Switch", "Milk", {.x = 300, .y = 100, .width = 50, .height = 30});
    toggle.value = "1";
    toggle.selected = true;
    list.children[1].children.push_back(std::move(toggle));
    tree.children.push_back(std::move(list));
    tree.children.push_back(
        leaf("Button", "Caf\xC3\xA9", {.x = 0, .y = 700, .width = 80, .height = 40}));
    tree.children.back().enabled = false;
    return tree;
}

/// "Cell Tea, Switch Milk": what is found, in order; or the error's code.
std::string located(const char* strategy, const char* value)
{
    const element tree = small_tree();
    const auto all = wda::find_elements(tree, strategy, value);
    if (!all)
        return std::string(all.error().kind.code);
    std::string text;
    for (const element* each : *all)
        text += (text.empty() ? "" : ", ") + each->type + ' ' + each->label;
    return text;
}

using locator_case = std::pair<const char*, const char*>;

void check_all(const char* strategy, std::initializer_list<locator_case> cases)
{
    for (const auto& [value, wanted] : cases) {
        INFO(value);
        CHECK(located(strategy, value) == wanted);
    }
}

} // namespace

TEST_CASE("class chains have types, predicates of two kinds and numbers", "[virtualphone]")
{
    check_all(
        "class chain",
        {{"XCUIElementTypeTable/XCUIElementTypeCell[2]", "Cell Black  Coffee"},
         {"XCUIElementTypeTable/XCUIElementTypeAny[-1]", "Cell Cocoa 3"},
         {"**/XCUIElementTypeAny[`label == 'Milk'`]", "Switch Milk"},
         {"**/XCUIElementTypeCell[$type == 'XCUIElementTypeSwitch'$]", "Cell Black  Coffee"},
         {"**/XCUIElementTypeCell[$label == 'Milk' OR label == 'Tea'$][2]", "Cell Black  Coffee"},
         {"**/XCUIElementTypeCell[$label == 'Milk'$]/XCUIElementTypeStaticText",
          "StaticText Black  Coffee"},
         {"**/XCUIElementTypeCell[`label BEGINSWITH 'C'`][`label ENDSWITH '3'`]", "Cell Cocoa 3"},
         {"**/*[`label == 'a``b'`]", ""},
         {"**/*[$label == '$$'$]", ""}});
}

TEST_CASE("predicates compare texts, numbers, lists and patterns", "[virtualphone]")
{
    check_all("predicate string",
              {{"type == 'XCUIElementTypeCell' AND label MATCHES '[A-Z][a-z]+'", "Cell Tea"},
               {"type == 'XCUIElementTypeCell' AND label LIKE '*Coff?e'", "Cell Black  Coffee"},
               {"type == 'XCUIElementTypeCell' AND label LIKE[c] 'TEA'", "Cell Tea"},
               {"type == 'XCUIElementTypeCell' AND label MATCHES[c] 'TEA|COCOA.*'",
                "Cell Tea, Cell Cocoa 3"},
               {"label IN {'Milk', \"Caf\xC3\xA9\"}", "Switch Milk, Button Caf\xC3\xA9"},
               {"label IN[c] {'milk'}", "Switch Milk"},
               {"'Mil' IN label", "Switch Milk"},
               {"label IN 'Milk and sugar'", "Switch Milk"},
               {"rect.x >= 300", "Switch Milk"},
               {"rect.y BETWEEN {650, 750}", "Button Caf\xC3\xA9"},
               {"rect.width == 80 && rect.height < 100", "Button Caf\xC3\xA9"},
               {"label.length == 4", "Switch Milk"},
               {"enabled == 0", "Button Caf\xC3\xA9"},
               {"enabled == false", "Button Caf\xC3\xA9"},
               {"NOT enabled == YES", "Button Caf\xC3\xA9"},
               {"!(enabled == 1)", "Button Caf\xC3\xA9"},
               {"enabled == 'false'", ""}, // a text is no number
               {"selected == 1", "Switch Milk"},
               {"wdSelected == true", "Switch Milk"},
               {"value == '1'", "Switch Milk"},
               {"value == 1", ""},
               {"value != nil AND type ENDSWITH 'Switch'", "Switch Milk"},
               {"label == NULL", "Table "},
               {"label == name AND type == 'XCUIElementTypeSwitch'", "Switch Milk"},
               {"FALSEPREDICATE", ""},
               {"TRUEPREDICATE AND value == '1'", "Switch Milk"},
               {"rect.colour == 1", ""}});
}

TEST_CASE("XPath has axes, positions and functions", "[virtualphone]")
{
    check_all(
        "xpath",
        {{"//XCUIElementTypeCell[1]", "Cell Tea"},
         {"//XCUIElementTypeCell[last()]", "Cell Cocoa 3"},
         {"//XCUIElementTypeCell[position() < 3]", "Cell Tea, Cell Black  Coffee"},
         {"(//XCUIElementTypeStaticText)[2]", "StaticText Black  Coffee"},
         {"//XCUIElementTypeStaticText[2]", ""}, // counted among its siblings
         {"//XCUIElementTypeCell[last()-1]/XCUIElementTypeSwitch", "Switch Milk"},
         {"//*[contains(@label, 'Coff')]", "Cell Black  Coffee, StaticText Black  Coffee"},
         {"//XCUIElementTypeCell[starts-with(@label,'T')]", "Cell Tea"},
         {"//XCUIElementTypeCell[ends-with(@label,'3')]", "Cell Cocoa 3"},
         {"//XCUIElementTypeCell[count(*) = 2]", "Cell Black  Coffee"},
         {"//XCUIElementTypeCell[not(contains(@label,'o'))]", "Cell Tea"},
         {"//XCUIElementTypeCell[normalize-space(@label)='Black Coffee']", "Cell Black  Coffee"},
         {"//XCUIElementTypeCell[string-length(@label) = 3]", "Cell Tea"},
         {"//*[string-length(@label) = 4 and @enabled='false']", "Button Caf\xC3\xA9"},
         {"//XCUIElementTypeCell[@y >= 100 and @y + @height <= 200]", "Cell Black  Coffee"},
         {"//XCUIElementTypeCell[@index mod 2 = 0]", "Cell Tea, Cell Cocoa 3"},
         {"//XCUIElementTypeSwitch/..", "Cell Black  Coffee"},
         {"//XCUIElementTypeSwitch/ancestor::XCUIElementTypeTable", "Table "},
         {"//XCUIElementTypeSwitch/preceding-sibling::*", "StaticText Black  Coffee"},
         {"//XCUIElementTypeCell[@label='Tea']/following-sibling::XCUIElementTypeCell[1]",
          "Cell Black  Coffee"},
         {"//XCUIElementTypeSwitch/following::XCUIElementTypeButton", "Button Caf\xC3\xA9"},
         {"//XCUIElementTypeCell[.//XCUIElementTypeSwitch]", "Cell Black  Coffee"},
         {"//XCUIElementTypeCell[XCUIElementTypeSwitch[@value='1']]", "Cell Black  Coffee"},
         {"//XCUIElementTypeButton | //XCUIElementTypeSwitch", "Switch Milk, Button Caf\xC3\xA9"},
         {"//XCUIElementTypeCell[2]/*[@value]", "StaticText Black  Coffee, Switch Milk"},
         {"//XCUIElementTypeAny[@label='Milk']", "Switch Milk"},
         {"//*[name()='XCUIElementTypeSwitch']", "Switch Milk"},
         {"//*[translate(@label,'MIK','mik')='milk']", "Switch Milk"},
         {"//*[lower-case(@label)='milk']", "Switch Milk"},
         {"//*[matches(@label, '^m.lk$', 'i')]", "Switch Milk"},
         {"//*[concat(@label,'-',@value)='Milk-1']", "Switch Milk"},
         {"//*[substring(@label, 2, 2)='il']", "Switch Milk"},
         {"//*[substring-after(@label,'Mi')='lk']", "Switch Milk"},
         {"/XCUIElementTypeApplication/XCUIElementTypeButton", "Button Caf\xC3\xA9"},
         {"XCUIElementTypeButton", "Button Caf\xC3\xA9"}, // from the application
         {"./*[2]", "Button Caf\xC3\xA9"},
         {"/descendant::XCUIElementTypeCell[3]", "Cell Cocoa 3"},
         {"//XCUIElementTypeCell[3]/@label", ""},
         {"count(//*)", ""},
         {"//*[@label='Tea' or @label='Milk']", "Cell Tea, StaticText Tea, Switch Milk"}});
}

TEST_CASE("an element that is searched in counts as well", "[virtualphone]")
{
    check_all("class name", {{"XCUIElementTypeApplication", "Application Kettle"},
                             {"XCUIElementTypeSwitch", "Switch Milk"}});
    check_all("accessibility id", {{"Kettle", "Application Kettle"}});
    check_all("link text", {{"label=Milk", "Switch Milk"}, {"Milk", "Switch Milk"}});
}
