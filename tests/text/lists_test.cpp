#include "tests/catch2.hpp"
#include "text/ascii.hpp"
#include "text/lists.hpp"

#include <string>
#include <vector>

namespace thimble::service {

TEST_CASE("a list is taken apart at its marks", "[text]")
{
    const auto parts = [](std::string_view list) {
        std::vector<std::string> out;
        while (!list.empty())
            out.emplace_back(take_until(',', list));
        return out;
    };
    CHECK(parts("").empty());
    CHECK(parts("a") == std::vector<std::string>{"a"});
    CHECK(parts("a, b,,c,") == std::vector<std::string>{"a", " b", "", "c"});
}

TEST_CASE("texts are put together with something between them", "[text]")
{
    const std::vector<std::string> all{"a", "", "c"};
    CHECK(joined(all, ", ") == "a, , c");
    CHECK(joined(std::vector<std::string>(), ", ").empty());
    CHECK(joined(all, "/", [](const std::string& each) { return each + "!"; }) == "a!/!/c!");
}

TEST_CASE("white space alone is blank", "[text]")
{
    CHECK(is_blank(""));
    CHECK(is_blank(" \t\r\n"));
    CHECK_FALSE(is_blank(" x "));
}

} // namespace thimble::service
