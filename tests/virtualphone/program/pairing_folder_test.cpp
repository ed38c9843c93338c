#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "virtualphone/program/pairing_folder.hpp"

#include <fstream>

namespace thimble::virtualphone {
namespace {

using e2e::temporary_directory;

std::string named(std::string content)
{
    return content;
}

} // namespace

TEST_CASE("a folder of pairings gives every program the file that was made first", "[virtualphone]")
{
    const temporary_directory above;
    const pairing_folder folder(above.path() / "of" / "hosts");
    REQUIRE(folder.open());
    CHECK(folder.read("SystemBUID") == std::nullopt);
    CHECK(folder.read_or_make("SystemBUID", [] { return named("first"); }) == "first");
    CHECK(folder.read_or_make("SystemBUID", [] { return named("second"); }) == "first");
    const auto overtaken = [&] {
        folder.write("key", "quicker");
        return named("slower");
    };
    CHECK(folder.read_or_make("key", overtaken) == "quicker");
    folder.write("key", "replaced");
    CHECK(folder.read("key") == "replaced");
    folder.remove("key");
    CHECK(folder.read("key") == std::nullopt);
    const auto files = std::filesystem::directory_iterator(above.path() / "of" / "hosts");
    CHECK(std::distance(begin(files), end(files)) ==
          1); // nothing is left of what was written aside
}

TEST_CASE("a folder of pairings that is a file, or cannot be written, is refused", "[virtualphone]")
{
    const temporary_directory above;
    const auto file = above.path() / "file";
    std::ofstream(file) << "no folder";
    const auto opened = pairing_folder(file).open();
    REQUIRE(!opened);
    CHECK(opened.error().find(file.string()) != std::string::npos);
    const auto made =
        pairing_folder(above.path() / "gone").read_or_make("key", [] { return named("key"); });
    REQUIRE(!made);
    CHECK(made.error().find("gone/key cannot be written") != std::string::npos);
}

} // namespace thimble::virtualphone
