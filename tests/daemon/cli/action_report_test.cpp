// Reports on actions and phones for a person, and texts from standard input.
#include "daemon/cli/action_report.hpp"
#include "daemon/cli/phone_lines.hpp"
#include "daemon/cli/task_lines.hpp"
#include "daemon/cli/text_input.hpp"
#include "tests/daemon/debug_forms/typed_action.hpp"

#include <sstream>

namespace thimble::daemon {

namespace {

using nlohmann::ordered_json;

control_answer success(const std::string& action, const ordered_json& result)
{
    control_answer answer;
    answer.record = {{"ok", true},
                     {"action", action},
                     {"result", result},
                     {"timing", {{"device_ms", 213.7}}},
                     {"receipt", {{"verified", nullptr}}}};
    return answer;
}

std::string report_on(const std::string& action, const ordered_json& result, bool raw = false)
{
    return text_of_success(success(action, result), typed("home"), raw);
}

ordered_json bare_phone(const char* name)
{
    return {{"unique_id", "udid-1"},
            {"name", name},
            {"device_name", ""},
            {"os_version", ""},
            {"capabilities", ordered_json::array()}};
}

} // namespace

TEST_CASE("an action without a result is a line", "[daemon]")
{
    CHECK(report_on("tap", ordered_json::object()) == "tap: done in 214 ms\n");
    auto seen = success("type", ordered_json::object());
    seen.record["receipt"] = {{"verified", true}, {"shaped", false}};
    CHECK(text_of_success(seen, typed("home"), false) == "type: done in 214 ms, verified\n");
    seen.record["receipt"] = {{"verified", false}, {"shaped", true}};
    CHECK(text_of_success(seen, typed("home"), false) ==
          "type: done in 214 ms, not verified, bent to stay on the screen\n");
}

TEST_CASE("records are a table of what any of them has", "[daemon]")
{
    const ordered_json apps{{"apps",
                             {{{"name", "Notes"}, {"bundle_id", "com.a"}, {"gone", nullptr}},
                              {{"name", "Café"}, {"bundle_id", "com.bb"}, {"on", true}}}},
                            {"count", 2}};
    CHECK(report_on("apps", apps) == "NAME   BUNDLE_ID  ON\n"
                                     "Notes  com.a\n"
                                     "Café   com.bb     yes\n");
    const auto wide = report_on("elements", {{"elements", {{{"label", std::string(60, 'x')}}}}});
    CHECK(wide == "LABEL\n" + std::string(39, 'x') + "…\n");
    CHECK(report_on("elements", {{"elements", ordered_json::array()}}) == "no elements\n");
    const ordered_json told{{"elements", {{{"enabled", true}, {"type", "Key"}, {"label", "a"}}}}};
    CHECK(report_on("elements", told) == "LABEL  TYPE  ENABLED\n"
                                         "a      Key   yes\n");
}

TEST_CASE("a record is a line a member", "[daemon]")
{
    CHECK(report_on("find", {{"element", {{"label", "Save"}, {"x", 3}, {"value", ""}}}}) ==
          "label: Save\nx: 3\n");
    CHECK(report_on("open-app", {{"bundle_id", "com.apple.mobilenotes"}}) ==
          "bundle_id: com.apple.mobilenotes\n");
}

TEST_CASE("what a phone says is nothing that a terminal obeys", "[daemon]")
{
    const ordered_json text{{"text", "a\x1b[31mb\nc"}, {"empty", false}};
    CHECK_FALSE(report_on("read-clipboard", text).contains('\x1b'));
    CHECK(report_on("read-clipboard", text, true) == "a\x1b[31mb\nc\n");
    CHECK_FALSE(report_on("find", {{"element", {{"label", "\x1b[2J"}}}}).contains('\x1b'));
    CHECK_FALSE(lines_of_phones(ordered_json::array({bare_phone("\x1b[2J")})).contains('\x1b'));
}

TEST_CASE("a failure has its code, what was near, and what may have happened", "[daemon]")
{
    const ordered_json record{
        {"error", "APP_NOT_FOUND"},
        {"message", "There is no such app."},
        {"context",
         {{"outcome", "not_sent"},
          {"candidates", {{{"name", "Notes"}, {"bundle_id", "com.apple.mobilenotes"}}}}}}};
    CHECK(text_of_failure(record) == "thimbled: There is no such app. (APP_NOT_FOUND)\n"
                                     "There are:\n"
                                     "NAME   BUNDLE_ID\n"
                                     "Notes  com.apple.mobilenotes\n");
    const ordered_json cut_off{
        {"error", "TIMEOUT"}, {"message", "Too late."}, {"context", {{"outcome", "unknown"}}}};
    CHECK(text_of_failure(cut_off).contains("look at it before"));
}

TEST_CASE("a phone that has told nothing yet is looked for", "[daemon]")
{
    CHECK(lines_of_phones(ordered_json::array()).starts_with("No phone is attached."));
    CHECK(lines_of_phones(ordered_json::array({bare_phone("")})) ==
          "(looking…): looking…\n  UDID udid-1\n");
    auto ready = bare_phone("Ada");
    ready["device_name"] = "iPhone 15 Pro";
    ready["os_version"] = "18.5";
    ready["capabilities"] = {"tap"};
    ready["id"] = "1";
    CHECK(lines_of_phones(ordered_json::array({ready})) ==
          "Ada (iPhone 15 Pro, iOS 18.5): ready\n  UDID udid-1, id 1\n");
    ready["display_name"] = "Front desk";
    ready["readiness"] = {
        {"blockers",
         {{{"code", "LOCKED"}, {"message", "The phone is locked."}, {"remedy", "Unlock it."}}}}};
    CHECK(lines_of_phones(ordered_json::array({ready})) ==
          "Front desk (iPhone 15 Pro, iOS 18.5): not ready\n"
          "  UDID udid-1, id 1\n"
          "  LOCKED: The phone is locked. Unlock it.\n");
}

TEST_CASE("events of a session are lines, or nothing", "[daemon]")
{
    const auto line = [](const char* type, const ordered_json& data) {
        return line_of_event({{"type", type}, {"data", data}});
    };
    CHECK(line("text", {{"text", "I look."}}) == "Agent: I look.\n");
    CHECK(line("question", {{"text", "Which one?"}}) == "Question: Which one?\n");
    CHECK(line("tool_use", {{"name", "tap"}, {"arguments", {{"x", 1}, {"y", 2}}}}) ==
          "  tap(x: 1, y: 2)\n");
    CHECK(line("tool_result", {{"failed", false}, {"text", "fine"}}).empty());
    CHECK(line("tool_result", {{"failed", true}, {"text", "no"}}) == "    failed: no\n");
    CHECK(line("verdict", {{"reached", false}, {"reason", "No alarm."}}) ==
          "Not verified: No alarm.\n");
    CHECK(line("screenshot", {{"url", "/"}}).empty());
    CHECK(line_of_event("nonsense").empty());
}

TEST_CASE("a text from standard input loses its last line end, and nothing else", "[daemon]")
{
    const auto read = [](const std::string& input, bool a_line = false) {
        std::istringstream from(input);
        return read_text(from, a_line);
    };
    CHECK(read("a\nb\n").value() == "a\nb");
    CHECK(read("a\r\n").value() == "a");
    CHECK(read(" a ").value() == " a ");
    CHECK(read("a\nb\n", true).value() == "a");
    for (const auto* empty : {"", "\n", "\r\n"})
        CHECK_FALSE(read(empty));
    const auto huge = read(std::string(2UL * 1024 * 1024, '7'));
    REQUIRE_FALSE(huge);
    CHECK_FALSE(huge.error().contains("77"));
}

} // namespace thimble::daemon
