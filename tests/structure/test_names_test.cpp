// Tests that CTest would never run: by their names, or by where they are.
#include "tests/catch2.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace thimble::structure {

namespace fs = std::filesystem;

TEST_CASE("every test has a name and a file that CTest can run it by", "[structure]")
{
    std::size_t seen = 0;
    for (const auto& entry : fs::recursive_directory_iterator(THIMBLE_SOURCE_DIR "/tests")) {
        if (entry.path().extension() != ".cpp")
            continue;
        std::ifstream in(entry.path());
        for (std::string line; std::getline(in, line);) {
            if (!line.starts_with("TEST_CASE"))
                continue;
            ++seen;
            INFO(entry.path().string() << ": " << line);
            CHECK(line.find(';') == std::string::npos);
            // Where a file's tests share a process, only files of such names have one.
            CHECK(entry.path().filename().string().ends_with("_test.cpp"));
        }
    }
    CHECK(seen > 1'000);
}

} // namespace thimble::structure
