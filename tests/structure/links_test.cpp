// Links of the documents: to files that are there, and to headings that they have.
#include "tests/catch2.hpp"
#include "tests/structure/source_file.hpp"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace thimble::structure {

namespace {

namespace fs = std::filesystem;

const fs::path root = THIMBLE_SOURCE_DIR;

std::string text_of(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The lines of a document outside of its blocks of code.
std::vector<std::string> prose_of(const fs::path& file)
{
    std::vector<std::string> out;
    std::ifstream in(file);
    bool code = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```"))
            code = !code;
        else if (!code)
            out.push_back(line);
    }
    return out;
}

/// GitHub's anchor of a heading: small letters, hyphens for blanks, no other punctuation.
std::string anchor_of(const std::string& heading)
{
    std::string out;
    for (const char letter : heading) {
        const auto value = static_cast<unsigned char>(letter);
        if (std::isalnum(value) != 0 || letter == '-' || letter == '_' || value >= 0x80)
            out += static_cast<char>(std::tolower(value));
        else if (letter == ' ')
            out += '-';
    }
    return out;
}

std::set<std::string> anchors_of(const fs::path& file)
{
    std::set<std::string> out;
    for (const auto& line : prose_of(file)) {
        const auto text = line.find_first_not_of('#');
        if (text != 0 && text != std::string::npos && line[text] == ' ')
            out.insert(anchor_of(line.substr(text + 1)));
    }
    return out;
}

/// All documents of the repository, as paths from its root.
std::vector<fs::path> documents()
{
    std::vector<fs::path> out{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"};
    for (const auto& entry : fs::directory_iterator(root / "docs")) {
        if (entry.path().extension() == ".md")
            out.push_back(entry.path().lexically_relative(root));
    }
    return out;
}

/// The targets of a document's links and pictures that are not elsewhere on the web.
std::vector<std::string> targets_of(const fs::path& document)
{
    static const std::regex code("`[^`]*`"); // brackets in it are no links
    static const std::regex link(R"(\]\(([^()\s]+)\))");
    std::vector<std::string> out;
    for (const auto& line : prose_of(root / document)) {
        const auto text = std::regex_replace(line, code, "x");
        for (auto at = std::sregex_iterator(text.begin(), text.end(), link);
             at != std::sregex_iterator(); ++at) {
            if (const auto target = (*at)[1].str(); !target.contains("://"))
                out.push_back(target);
        }
    }
    return out;
}

/// The text of a document from the heading with this anchor up to the next one.
std::string section_of(const fs::path& file, const std::string& anchor)
{
    std::string out;
    bool inside = false;
    for (const auto& line : prose_of(file)) {
        if (line.starts_with('#'))
            inside = anchor_of(line.substr(line.find_first_not_of("# "))) == anchor;
        else if (inside)
            out += line + "\n";
    }
    return out;
}

/// The places of this document that programs name, as anchors.
std::set<std::string> named_places_of(const std::string& document)
{
    const std::regex named("\"docs/" + document + "\\.md#([a-z0-9-]+)\"");
    std::set<std::string> out;
    for (const auto& source : sources_of({"contract", "daemon", "setup"})) {
        const auto text = text_of(root / source.path);
        for (auto at = std::sregex_iterator(text.begin(), text.end(), named);
             at != std::sregex_iterator(); ++at)
            out.insert((*at)[1].str());
    }
    return out;
}

/// The first paragraph below the heading of a page.
std::string opening_of(const fs::path& page)
{
    const auto text = text_of(root / page);
    const auto begin = text.find("\n\n");
    return text.substr(begin, text.find("\n\n", begin + 2) - begin);
}

} // namespace

TEST_CASE("every link of the documents leads somewhere", "[structure]")
{
    std::map<fs::path, std::set<std::string>> anchors;
    std::size_t seen = 0;
    for (const auto& document : documents()) {
        for (const auto& target : targets_of(document)) {
            INFO(document.string() << " links to " << target);
            ++seen;
            const auto hash = target.find('#');
            const auto path = target.substr(0, hash);
            const auto file =
                path.empty() ? document : (document.parent_path() / path).lexically_normal();
            CHECK(fs::exists(root / file));
            if (hash == std::string::npos)
                continue;
            if (!anchors.contains(file))
                anchors.emplace(file, anchors_of(root / file));
            CHECK(anchors.at(file).contains(target.substr(hash + 1)));
        }
    }
    CHECK(seen > 100);
}

TEST_CASE("every place in the documents that a program names is there", "[structure]")
{
    // A literal as a whole: "docs/iphone.md#trust".
    const std::regex named(R"rx("docs/([a-z-]+\.md)(#([a-z0-9-]+))?")rx");
    std::size_t seen = 0;
    for (const auto& source : sources_of({"contract", "daemon", "device", "service", "setup"})) {
        const auto text = text_of(root / source.path);
        for (auto at = std::sregex_iterator(text.begin(), text.end(), named);
             at != std::sregex_iterator(); ++at) {
            INFO(source.path.string() << " names " << at->str());
            ++seen;
            const auto file = root / "docs" / (*at)[1].str();
            REQUIRE(fs::exists(file));
            if ((*at)[3].matched)
                CHECK(anchors_of(file).contains((*at)[3].str()));
        }
    }
    CHECK(seen > 30);
}

TEST_CASE("every place of a remedy leads on to its step on a Mac and on Linux", "[structure]")
{
    const auto places = named_places_of("iphone");
    CHECK(places.size() > 8);
    for (const auto& place : places) {
        INFO(place);
        const auto section = section_of(root / "docs/iphone.md", place);
        CHECK(section.contains("](iphone-on-a-mac.md"));
        CHECK(section.contains("](iphone-on-linux.md"));
    }
}

TEST_CASE("every page says of which kind it is, and the index has it there", "[structure]")
{
    const std::regex kind(R"(\*(Tutorial|How-to|Reference|Explanation)[.:,])");
    const auto index = text_of(root / "docs/README.md");
    for (const auto& document : documents()) {
        if (document.parent_path() != "docs" || document.filename() == "README.md")
            continue;
        INFO(document.string());
        std::smatch found;
        const auto opening = opening_of(document);
        REQUIRE(std::regex_search(opening, found, kind));
        const auto section = index.find("\n## " + found[1].str());
        REQUIRE(section != std::string::npos);
        const auto part = index.substr(section, index.find("\n## ", section + 1) - section);
        CHECK(part.contains("](" + document.filename().string() + ")"));
    }
}

} // namespace thimble::structure
