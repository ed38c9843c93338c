// A passcode comes from the environment or from standard input.
#include "daemon/cli/passcode_input.hpp"
#include "tests/daemon/debug_forms/typed_action.hpp"

#include <sstream>

namespace thimble::daemon {

namespace {

using found_passcode = std::expected<std::optional<std::string>, std::string>;

constexpr auto nothing = [](const char*) -> std::optional<std::string> { return std::nullopt; };

constexpr auto environment_of_2580 = [](const char* name) -> std::optional<std::string> {
    return name == std::string_view("THIMBLE_PASSCODE") ? std::optional("2580") : std::nullopt;
};

found_passcode passcode_for(std::string_view action,
                            const service::environment& variables,
                            const std::string& input)
{
    std::istringstream standard_input(input);
    return read_passcode(typed(action), variables, standard_input);
}

} // namespace

TEST_CASE("unlock takes its passcode from the environment, if it is there", "[daemon]")
{
    CHECK(passcode_for("unlock", environment_of_2580, "") == found_passcode("2580"));
    CHECK(passcode_for("unlock", nothing, "2580\n") == found_passcode(std::nullopt));
    CHECK(passcode_for("home", environment_of_2580, "") == found_passcode(std::nullopt));
}

TEST_CASE("unlock - takes one line of standard input", "[daemon]")
{
    CHECK(passcode_for("unlock -", environment_of_2580, "1357\n") == found_passcode("1357"));
    CHECK(passcode_for("unlock -", nothing, "a b\r\nmore") == found_passcode("a b"));
    CHECK(passcode_for("unlock -", nothing, "no line end") == found_passcode("no line end"));
    CHECK(passcode_for("unlock -", nothing, std::string(64, '1')) ==
          found_passcode(std::string(64, '1')));
}

TEST_CASE("no passcode, and one that is too long, are told of without repeating it", "[daemon]")
{
    for (const auto* input : {"", "\n", "\r\n"})
        CHECK_FALSE(passcode_for("unlock -", environment_of_2580, input));
    const auto refused = passcode_for("unlock -", nothing, std::string(100'000, '7'));
    REQUIRE_FALSE(refused);
    CHECK_FALSE(refused.error().contains("77"));
}

} // namespace thimble::daemon
