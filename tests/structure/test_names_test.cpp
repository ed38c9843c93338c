// Names of tests that CTest would not understand.
#include "tests/catch2.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace thimble::structure {

namespace fs = std::filesystem;

TEST_CASE("no name of a test has a semicolon, at which CMake would cut it in two", "[structure]")
{
    std::size_t seen = 0;
    for (const auto& entry : fs::recursive_directory_iterator(THIMBLE_SOURCE_DIR "/tests")) {
        if (!entry.path().filename().string().ends_with("_test.cpp"))
            continue;
        std::ifstream in(entry.path());
        for (std::string line; std::getline(in, line);) {
            if (!line.starts_with("TEST_CASE("))
                continue;
            ++seen;
            INFO(entry.path().string() << ": " << line);
            CHECK(line.find(';') == std::string::npos);
        }
    }
    CHECK(seen > 1'000);
}

} // namespace thimble::structure
