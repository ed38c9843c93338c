#include "daemon/cli/phone_lines.hpp"

#include "daemon/control/control_answer.hpp"
#include "text/printable_text.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

/// Names come from phones: nothing in them is obeyed by a terminal.
std::string shown_in(const ordered_json& record, const char* name)
{
    return service::printable(text_in(record, name));
}

ordered_json readiness_in(const ordered_json& phone)
{
    auto readiness = phone.value("readiness", ordered_json::object());
    return readiness.is_object() ? readiness : ordered_json::object();
}

} // namespace

ordered_json list_in(const ordered_json& record, const char* name)
{
    const auto found = record.find(name);
    return found != record.end() && found->is_array() ? *found : ordered_json::array();
}

std::string lines_of_blockers(const ordered_json& blockers, std::string_view indent)
{
    std::string lines;
    for (const auto& each : blockers)
        lines += fmt::format("{}{}: {} {}\n", indent, shown_in(each, "code"),
                             shown_in(each, "message"), shown_in(each, "remedy"));
    return lines;
}

std::string lines_of_readiness(const ordered_json& readiness, std::string_view indent)
{
    return lines_of_blockers(list_in(readiness, "blockers"), indent) +
           lines_of_blockers(list_in(readiness, "warnings"), indent);
}

std::string introduction_of(const ordered_json& phone)
{
    auto name = shown_in(phone, "display_name");
    if (name.empty())
        name = shown_in(phone, "name");
    std::string facts = shown_in(phone, "device_name");
    const auto add = [&facts](const char* kind, const std::string& version) {
        if (!version.empty())
            facts += fmt::format("{}{} {}", facts.empty() ? "" : ", ", kind, version);
    };
    add("iOS", shown_in(phone, "os_version"));
    add("WebDriverAgent", shown_in(phone, "driver_version"));
    if (name.empty() && facts.empty())
        return "(looking…)";
    if (facts.empty())
        return name;
    return fmt::format("{}{}({})", name, name.empty() ? "" : " ", facts);
}

std::string_view readiness_word(const ordered_json& phone)
{
    if (!list_in(readiness_in(phone), "blockers").empty())
        return "not ready";
    return list_in(phone, "capabilities").empty() ? "looking…" : "ready";
}

std::string lines_of_phones(const ordered_json& phones)
{
    if (phones.empty())
        return "No phone is attached. \"thimbled doctor\" looks for the cause.\n";
    std::string lines;
    for (const auto& each : phones) {
        if (!each.is_object())
            continue;
        const auto id = shown_in(each, "id");
        lines += fmt::format("{}: {}\n  UDID {}{}\n", introduction_of(each), readiness_word(each),
                             shown_in(each, "unique_id"), id.empty() ? "" : ", id " + id);
        lines += lines_of_readiness(readiness_in(each), "  ");
    }
    return lines;
}

} // namespace thimble::daemon
