// Executables by their first bytes.
#include "device/packages/mach_o.hpp"
#include "tests/catch2.hpp"
#include "tests/device/packages/made_package.hpp"

#include <optional>

namespace thimble::tests {
namespace {

namespace packages = device::packages;
using packages::build_target;
using packages::read_executable;

constexpr std::uint32_t arm64 = 0x0100000C;
constexpr std::uint32_t x86_64 = 0x01000007;

} // namespace

TEST_CASE("an executable tells its processor and its system", "[packages]")
{
    CHECK(read_executable(made_executable(arm64, made_for_ios)) ==
          packages::executable_code{.architectures = {"arm64"}, .target = build_target::phone});
    CHECK(read_executable(made_executable(arm64, made_for_ios_simulator)) ==
          packages::executable_code{.architectures = {"arm64"}, .target = build_target::simulator});
    CHECK(read_executable(made_executable(arm64, 1)) == // macOS
          packages::executable_code{.architectures = {"arm64"}, .target = build_target::other});
    CHECK(read_executable(made_executable(x86_64, made_for_ios_simulator))->architectures ==
          std::vector<std::string>{"x86_64"});
    CHECK(read_executable(made_executable(0x01000012, made_for_ios))->architectures ==
          std::vector<std::string>{"cpu 16777234"});
}

TEST_CASE("an executable of several slices has the processors of all", "[packages]")
{
    const auto file = made_slices({x86_64, arm64}, made_for_ios_simulator);
    CHECK(read_executable(file) == packages::executable_code{.architectures = {"x86_64", "arm64"},
                                                             .target = build_target::simulator});
    CHECK(read_executable(std::string_view(file).substr(0, 100)) ==
          packages::executable_code{.architectures = {"x86_64", "arm64"},
                                    .target = build_target::unknown});
}

TEST_CASE("of several slices, the phone's says what the file was built for", "[packages]")
{
    const bool wide = GENERATE(false, true);
    CAPTURE(wide);
    const auto target = [wide](const std::vector<made_slice>& slices) {
        const auto read = read_executable(slices_of(slices, wide));
        return read ? std::optional(read->target) : std::nullopt;
    };
    const made_slice simulated{.processor = x86_64, .platform = made_for_ios_simulator};
    const made_slice for_phones{.processor = arm64, .platform = made_for_ios};
    CHECK(target({simulated, for_phones}) == build_target::phone);
    CHECK(target({for_phones, simulated}) == build_target::phone);
    CHECK(target({{.processor = x86_64, .platform = made_for_ios},
                  {.processor = arm64, .platform = made_for_ios_simulator}}) ==
          build_target::simulator);
    CHECK(target({simulated}) == build_target::simulator);
    CHECK(read_executable(slices_of({simulated, for_phones}, wide))->architectures ==
          std::vector<std::string>{"x86_64", "arm64"});
}

TEST_CASE("what is no executable is none, and a cut one is read as far as it goes", "[packages]")
{
    const auto whole = made_executable();
    for (const auto& none : {std::string(), std::string("text"), std::string("\xCF\xFA"),
                             std::string("\xCA\xFE\xBA\xBE\0\0\0\x34", 8), // a class of Java
                             std::string("\xCA\xFE\xBA\xBE\0\0\0\x02", 8), whole.substr(0, 11)})
        CHECK_FALSE(read_executable(none));
    CHECK(packages::begins_executable(whole));
    CHECK_FALSE(packages::begins_executable("#!/bin/sh"));
    for (std::size_t size = 12; size < whole.size(); ++size)
        CHECK(read_executable(whole.substr(0, size))->architectures ==
              std::vector<std::string>{"arm64"});
}

TEST_CASE("a load command without a size ends the commands", "[packages]")
{
    auto code = made_executable();
    code[36] = 0; // of the first one's size, behind the header
    const auto read = read_executable(code);
    REQUIRE(read);
    CHECK(read->target == build_target::unknown);
}

} // namespace thimble::tests
