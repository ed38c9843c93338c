// Reads #include lines; the preprocessor's conditions do not matter to who may include whom.
#include "tests/structure/source_file.hpp"

#include <fstream>
#include <optional>
#include <regex>

namespace thimble::structure {

namespace {

std::optional<include> parse(const std::string& line)
{
    static const std::regex directive(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)re");
    std::smatch found;
    if (!std::regex_match(line, found, directive))
        return std::nullopt;
    return include{.target = found[2], .quoted = found[1] == "\""};
}

source_file read(const std::filesystem::path& root, const std::filesystem::path& file)
{
    source_file result{.path = file.lexically_relative(root), .includes = {}, .lines = 0};
    std::ifstream in(file);
    for (std::string line; std::getline(in, line); ++result.lines) {
        if (auto found = parse(line))
            result.includes.push_back(std::move(*found));
    }
    return result;
}

} // namespace

std::vector<source_file> sources_of(const std::vector<std::string>& rooms)
{
    const std::filesystem::path root = THIMBLE_SOURCE_DIR;
    std::vector<source_file> result;
    for (const auto& room : rooms) {
        if (!exists(root / room))
            continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / room)) {
            const auto extension = entry.path().extension();
            if (extension == ".cpp" || extension == ".hpp")
                result.push_back(read(root, entry.path()));
        }
    }
    return result;
}

} // namespace thimble::structure
