// The first line of a file says what the file holds, as a heading does and not as a question.
#include "tests/catch2.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace thimble::structure {

namespace fs = std::filesystem;

namespace {

/// Beginnings of the former summaries: a clause that describes a thing and does not name it.
constexpr std::array question_words{"What ",  "Who ",  "Whose ", "Whoever ", "Whether ", "Which ",
                                    "Where ", "When ", "How ",   "Why ",     "One that "};

/// Reason why a first line is no summary; empty where it is one. Sources need none: their headers
/// have it.
std::string summary_problem(std::string_view line, bool needed = true)
{
    if (!line.starts_with("// ") || line.size() < 10)
        return needed ? "does not begin with a summary" : "";
    line.remove_prefix(3);
    const auto* const found = std::ranges::find_if(
        question_words, [&](std::string_view word) { return line.starts_with(word); });
    return found == question_words.end() ? "" : "begins with " + std::string(*found);
}

} // namespace

TEST_CASE("a summary names a thing", "[structure]")
{
    CHECK(summary_problem("// Result of parsing the command line.").empty());
    CHECK(summary_problem("// Whole pictures of a stream.").empty());
    CHECK(summary_problem("// What came of parsing.") == "begins with What ");
    CHECK(summary_problem("// One that parses.") == "begins with One that ");
    CHECK_FALSE(summary_problem("#pragma once").empty());
    CHECK_FALSE(summary_problem("").empty());
    CHECK(summary_problem("#include <string>", false).empty());
    CHECK_FALSE(summary_problem("// How it parses.", false).empty());
}

TEST_CASE("files begin with a summary of what they hold", "[structure]")
{
    std::size_t seen = 0;
    for (const auto& folder : fs::directory_iterator(THIMBLE_SOURCE_DIR)) {
        const auto name = folder.path().filename().string();
        if (!folder.is_directory() || name == "build" || name.starts_with('.'))
            continue;
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            const bool header = entry.path().extension() == ".hpp";
            if (!header && entry.path().extension() != ".cpp")
                continue;
            ++seen;
            std::ifstream in(entry.path());
            std::string line;
            std::getline(in, line);
            INFO(entry.path().string() << ": " << line);
            CHECK(summary_problem(line, header).empty());
        }
    }
    CHECK(seen > 1000);
}

} // namespace thimble::structure
