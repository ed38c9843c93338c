#include "daemon/doctor/doctor_report.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace thimble::daemon {

namespace {

std::string mark(bool ok, bool coloured)
{
    const std::string_view sign = ok ? "✓" : "✗";
    if (!coloured)
        return std::string(sign);
    return fmt::format("\033[{}m{}\033[0m", ok ? 32 : 31, sign);
}

} // namespace

bool all_well(const findings& found)
{
    return std::ranges::all_of(found, &finding::ok);
}

std::string for_person(const findings& found, bool coloured)
{
    std::string text;
    for (const finding& one : found) {
        text += fmt::format("{} {}: {}\n", mark(one.ok, coloured), one.name, one.message);
        if (!one.remedy.empty())
            text += fmt::format("    {}\n", one.remedy);
    }
    return text;
}

nlohmann::ordered_json for_program(const findings& found)
{
    auto checks = nlohmann::ordered_json::array();
    for (const finding& one : found) {
        nlohmann::ordered_json check{
            {"name", one.name}, {"ok", one.ok}, {"message", one.message}, {"remedy", one.remedy}};
        if (!one.code.empty())
            check["code"] = one.code;
        checks.push_back(std::move(check));
    }
    return {{"ok", all_well(found)}, {"checks", std::move(checks)}};
}

} // namespace thimble::daemon
