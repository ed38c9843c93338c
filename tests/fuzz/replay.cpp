// Feeds every file of a corpus to a fuzzer's entry point: replay FOLDER…
#include "tests/fuzz/fuzz.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

std::vector<std::uint8_t> content_of(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

} // namespace

int main(int count, char** folders)
{
    std::size_t replayed = 0;
    for (int at = 1; at < count; ++at)
        for (const auto& entry : std::filesystem::directory_iterator(folders[at])) {
            const auto input = content_of(entry.path());
            LLVMFuzzerTestOneInput(input.data(), input.size());
            ++replayed;
        }
    std::cout << replayed << " inputs\n";
    return replayed > 0 ? 0 : 1; // a replay of nothing has shown nothing
}
