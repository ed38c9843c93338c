// The table of routes in the handbook, WebDriverAgent's own list, and what the program has.
#include "tests/catch2.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/split.hpp>

#include <array>
#include <fstream>
#include <map>
#include <set>

using boost::beast::http::verb;
namespace wda = thimble::virtualphone::wda;

namespace {

/// Of WebDriverAgent 16.12.9 on iOS, with its spelling; the session itself is /session/ID.
constexpr std::array real_routes{
    std::string_view("without GET /status"),
    std::string_view("without GET /health"),
    std::string_view("without GET /calibrate"),
    std::string_view("without GET /wda/shutdown"),
    std::string_view("without GET /wda/healthcheck"),
    std::string_view("without POST /session"),
    std::string_view("with GET /session/ID"),
    std::string_view("with DELETE /session/ID"),
    std::string_view("with POST /timeouts"),
    std::string_view("with GET /appium/settings"),
    std::string_view("with POST /appium/settings"),
    std::string_view("either GET /screenshot"),
    std::string_view("with GET /screenshot/:id"),
    std::string_view("with GET /element/:id/screenshot"),
    std::string_view("either GET /wda/screen"),
    std::string_view("either GET /wda/screens"),
    std::string_view("either GET /window/size"),
    std::string_view("with GET /window/rect"),
    std::string_view("either GET /source"),
    std::string_view("either GET /wda/accessibleSource"),
    std::string_view("either GET /orientation"),
    std::string_view("either POST /orientation"),
    std::string_view("either GET /rotation"),
    std::string_view("either POST /rotation"),
    std::string_view("either GET /wda/deviceOrientation"),
    std::string_view("with POST /element"),
    std::string_view("with POST /elements"),
    std::string_view("with POST /element/:id/element"),
    std::string_view("with POST /element/:id/elements"),
    std::string_view("with GET /element/active"),
    std::string_view("with GET /element/:id/attribute/:name"),
    std::string_view("with GET /element/:id/displayed"),
    std::string_view("with GET /element/:id/enabled"),
    std::string_view("with GET /element/:id/name"),
    std::string_view("with GET /element/:id/rect"),
    std::string_view("with GET /element/:id/selected"),
    std::string_view("with GET /element/:id/text"),
    std::string_view("with POST /element/:id/clear"),
    std::string_view("with POST /element/:id/click"),
    std::string_view("with POST /element/:id/value"),
    std::string_view("with GET /wda/element/:id/accessible"),
    std::string_view("with GET /wda/element/:id/accessibilityContainer"),
    std::string_view("with GET /wda/element/:id/getVisibleCells"),
    std::string_view("with POST /wda/element/:id/scrollTo"),
    std::string_view("with POST /wda/pickerwheel/:id/select"),
    std::string_view("with POST /actions"),
    std::string_view("with POST /wda/tap"),
    std::string_view("with POST /wda/element/:id/tap"),
    std::string_view("with POST /wda/doubleTap"),
    std::string_view("with POST /wda/element/:id/doubleTap"),
    std::string_view("with POST /wda/twoFingerTap"),
    std::string_view("with POST /wda/element/:id/twoFingerTap"),
    std::string_view("with POST /wda/tapWithNumberOfTaps"),
    std::string_view("with POST /wda/element/:id/tapWithNumberOfTaps"),
    std::string_view("with POST /wda/touchAndHold"),
    std::string_view("with POST /wda/element/:id/touchAndHold"),
    std::string_view("with POST /wda/dragfromtoforduration"),
    std::string_view("with POST /wda/element/:id/dragfromtoforduration"),
    std::string_view("with POST /wda/pressAndDragWithVelocity"),
    std::string_view("with POST /wda/element/:id/pressAndDragWithVelocity"),
    std::string_view("with POST /wda/swipe"),
    std::string_view("with POST /wda/element/:id/swipe"),
    std::string_view("with POST /wda/scroll"),
    std::string_view("with POST /wda/element/:id/scroll"),
    std::string_view("with POST /wda/pinch"),
    std::string_view("with POST /wda/element/:id/pinch"),
    std::string_view("with POST /wda/rotate"),
    std::string_view("with POST /wda/element/:id/rotate"),
    std::string_view("with POST /wda/forceTouch"),
    std::string_view("with POST /wda/element/:id/forceTouch"),
    std::string_view("with POST /wda/keys"),
    std::string_view("with POST /wda/element/:id/keyboardInput"),
    std::string_view("with POST /wda/keyboard/dismiss"),
    std::string_view("with POST /wda/pressButton"),
    std::string_view("with POST /wda/performIoHidEvent"),
    std::string_view("with POST /wda/siri/activate"),
    std::string_view("with POST /wda/touch_id"),
    std::string_view("without POST /wda/homescreen"),
    std::string_view("with POST /wda/deactivateApp"),
    std::string_view("either POST /wda/lock"),
    std::string_view("either POST /wda/unlock"),
    std::string_view("either GET /wda/locked"),
    std::string_view("with POST /wda/apps/launch"),
    std::string_view("without POST /wda/apps/launchUnattached"),
    std::string_view("with POST /wda/apps/activate"),
    std::string_view("with POST /wda/apps/terminate"),
    std::string_view("with POST /wda/apps/state"),
    std::string_view("with GET /wda/apps/list"),
    std::string_view("either GET /wda/activeAppInfo"),
    std::string_view("with POST /url"),
    std::string_view("either POST /wda/setPasteboard"),
    std::string_view("either POST /wda/getPasteboard"),
    std::string_view("with POST /wda/resetAppAuth"),
    std::string_view("either GET /alert/text"),
    std::string_view("with POST /alert/text"),
    std::string_view("either POST /alert/accept"),
    std::string_view("either POST /alert/dismiss"),
    std::string_view("with GET /wda/alert/buttons"),
    std::string_view("either GET /wda/device/info"),
    std::string_view("with GET /wda/batteryInfo"),
    std::string_view("without POST /wda/device/appearance"),
    std::string_view("either GET /wda/device/location"),
    std::string_view("either GET /wda/simulatedLocation"),
    std::string_view("either POST /wda/simulatedLocation"),
    std::string_view("either DELETE /wda/simulatedLocation"),
    std::string_view("with POST /wda/expectNotification"),
    std::string_view("with POST /wda/performAccessibilityAudit"),
    std::string_view("either POST /wda/voiceOver/enable"),
    std::string_view("either POST /wda/voiceOver/disable"),
    std::string_view("either GET /wda/voiceOver/enabled"),
    std::string_view("either POST /wda/voiceOver/move"),
    std::string_view("either GET /wda/voiceOver/currentSpeech"),
    std::string_view("either POST /wda/video/start"),
    std::string_view("either POST /wda/video/stop"),
    std::string_view("either GET /wda/video"),
};

struct documented_route {
    std::string method;
    std::string path;
    std::string session;
    std::string here;
};

std::string trimmed(std::string text)
{
    std::erase(text, '`');
    const auto first = text.find_first_not_of(' ');
    const auto last = text.find_last_not_of(' ');
    return first == text.npos ? "" : text.substr(first, last - first + 1);
}

/// "| `GET /status` | without | yes |"
std::vector<documented_route> documented_routes()
{
    std::ifstream handbook(THIMBLE_SOURCE_DIR "/docs/virtual-phone.md");
    std::vector<documented_route> found;
    for (std::string line; std::getline(handbook, line);) {
        std::vector<std::string> cells;
        boost::algorithm::split(cells, line, [](char each) { return each == '|'; });
        if (cells.size() != 5)
            continue;
        const std::string route = trimmed(cells[1]);
        const auto blank = route.find(' ');
        const std::string session = trimmed(cells[2]);
        if (session != "with" && session != "without" && session != "either")
            continue;
        found.push_back({.method = route.substr(0, blank),
                         .path = route.substr(blank + 1),
                         .session = session,
                         .here = trimmed(cells[3])});
    }
    return found;
}

wda::request probe(const documented_route& of, bool with_session)
{
    wda::request asked;
    asked.method = boost::beast::http::string_to_verb(of.method);
    asked.path = of.path == "/session/ID" ? "" : of.path;
    boost::algorithm::replace_all(asked.path, ":id", "0"); // what keyboardInput calls the app
    if (with_session)
        asked.session = "ID";
    return asked;
}

std::string_view session_of(const wda::route& one)
{
    switch (one.form) {
    case wda::session_form::either:
        return "either";
    case wda::session_form::required:
        return "with";
    case wda::session_form::forbidden:
        return "without";
    }
    return "";
}

std::string name_of(const wda::route& one)
{
    return std::string(session_of(one)) + ' ' + std::string(to_string(one.method)) + ' ' +
           std::string(one.path);
}

} // namespace

TEST_CASE("the handbook names every route of WebDriverAgent once", "[virtualphone]")
{
    std::multiset<std::string> told;
    for (const auto& each : documented_routes())
        told.insert(each.session + ' ' + each.method + ' ' + each.path);
    const std::multiset<std::string> real(real_routes.begin(), real_routes.end());
    CHECK(told == real);
}

TEST_CASE("the program has the routes that the handbook promises", "[virtualphone]")
{
    for (const auto& each : documented_routes()) {
        INFO(each.session << ' ' << each.method << ' ' << each.path << ": " << each.here);
        const bool promised = each.here == "yes";
        CHECK((promised || each.here.starts_with("no: ")));
        const bool with = wda::find_route(probe(each, true)) != nullptr;
        const bool without = wda::find_route(probe(each, false)) != nullptr;
        CHECK(with == (promised && each.session != "without"));
        CHECK(without == (promised && each.session != "with"));
    }
}

TEST_CASE("the program has no route that the handbook does not know", "[virtualphone]")
{
    std::set<std::string> told;
    for (const auto& each : documented_routes()) {
        const std::string path = each.path == "/session/ID" ? "" : each.path;
        told.insert(each.session + ' ' + each.method + ' ' + boost::algorithm::to_lower_copy(path));
    }
    for (const auto& table : wda::route_tables()) {
        for (const wda::route& each : table) {
            std::string name = name_of(each);
            boost::algorithm::replace_all(name, "/element/0/", "/element/:id/");
            INFO(name);
            CHECK(told.contains(name));
        }
    }
}
