// The tap that the README and the demo propose does something that can be seen.
#include "tests/catch2.hpp"
#include "tests/e2e/driven_phone.hpp"
#include "tests/e2e/file_content.hpp"

#include <regex>

namespace thimble::e2e {

namespace {

/// The parts of a file of this repository that the expression matches: of each match, the whole and
/// its groups.
std::vector<std::smatch> matches_in(const std::string& text, const char* expression)
{
    const std::regex wanted(expression);
    return {std::sregex_iterator(text.begin(), text.end(), wanted), std::sregex_iterator()};
}

std::string text_of(const char* file)
{
    const auto text = content_of(std::filesystem::path(THIMBLE_SOURCE_DIR) / file);
    REQUIRE_FALSE(text.empty());
    return text;
}

} // namespace

TEST_CASE("the tap of the README opens an app on a new phone", "[e2e][local]")
{
    const driven_phone on;
    for (const auto* file : {"README.md", "scripts/demo"}) {
        INFO(file);
        const auto text = text_of(file);
        const auto taps = matches_in(text, R"(/tap --json '(\{[^']*\})')");
        REQUIRE(taps.size() == 1);
        REQUIRE(on.front_app() == app::home_screen);
        on.act("tap", nlohmann::json::parse(taps.front().str(1)));
        CHECK(on.front_app() != app::home_screen);
        on.act("home");
    }
}

TEST_CASE("the same tap stands wherever one is shown", "[e2e][local]")
{
    const auto readme = text_of("README.md");
    const auto rest = matches_in(readme, R"(/tap --json '\{"x": (\d+), "y": (\d+)\}')");
    const auto typed = matches_in(readme, R"(--debug 'tap (\d+) (\d+)')");
    REQUIRE(rest.size() == 1);
    REQUIRE(typed.size() == 1);
    CHECK(typed.front().str(1) == rest.front().str(1));
    CHECK(typed.front().str(2) == rest.front().str(2));
}

} // namespace thimble::e2e
