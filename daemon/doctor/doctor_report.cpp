#include "daemon/doctor/doctor_report.hpp"

#include "daemon/doctor/finding_docs.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace thimble::daemon {

namespace {

struct sign {
    std::string_view text;
    int colour = 0; // of a terminal
};

/// Well with a code is well for now.
sign sign_of(const finding& one)
{
    constexpr int red = 31;
    constexpr int green = 32;
    constexpr int yellow = 33;
    if (!one.ok)
        return {.text = "✗", .colour = red};
    return one.code.empty() ? sign{.text = "✓", .colour = green}
                            : sign{.text = "!", .colour = yellow};
}

std::string mark(const finding& one, bool coloured)
{
    const auto [text, colour] = sign_of(one);
    return coloured ? fmt::format("\033[{}m{}\033[0m", colour, text) : std::string(text);
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
        text += fmt::format("{} {}: {}\n", mark(one, coloured), one.name, one.message);
        if (!one.remedy.empty())
            text += fmt::format("    {}\n    More: {}\n", one.remedy, docs_of(one));
    }
    return text;
}

nlohmann::ordered_json for_program(const findings& found)
{
    auto checks = nlohmann::ordered_json::array();
    for (const finding& one : found) {
        nlohmann::ordered_json check{
            {"name", one.name}, {"ok", one.ok}, {"message", one.message}, {"remedy", one.remedy}};
        if (const auto docs = docs_of(one); !docs.empty())
            check["docs"] = docs;
        if (!one.code.empty())
            check["code"] = one.code;
        checks.push_back(std::move(check));
    }
    return {{"ok", all_well(found)}, {"checks", std::move(checks)}};
}

} // namespace thimble::daemon
