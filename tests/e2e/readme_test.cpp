// The programs and requests that the README and the demo propose do what they say.
#include "tests/catch2.hpp"
#include "tests/e2e/document_block.hpp"
#include "tests/e2e/driven_phone.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>

namespace thimble::e2e {

namespace {

constexpr std::string_view usual_address = "127.0.0.1:8344";
constexpr std::string_view png_signature = "\x89PNG";

std::string text_of(const char* file)
{
    const auto text = content_of(std::filesystem::path(THIMBLE_SOURCE_DIR) / file);
    REQUIRE_FALSE(text.empty());
    return text;
}

/// Runs a program of the README in `folder`, with the variables that the demo sets.
run_result
run_there(const driven_phone& on, const temporary_directory& folder, const std::string& shell)
{
    const auto& api = on.daemon();
    const auto phone = "http://127.0.0.1:" + std::to_string(api.port()) + api.path(on.phone(), "");
    return run("bash", {"-ec", "cd '" + folder.path().string() + "'\n" + shell},
               {{"THIMBLE_API_KEY", api.key()}, {"PHONE", phone}}, 60s * slowdown());
}

void check_note(const driven_phone& on, const temporary_directory& folder, const std::string& text)
{
    CHECK(on.front_app() == app::notes);
    CHECK(on.state_of(app::notes).at("text") == text);
    CHECK(content_of(folder.path() / "screen.png").starts_with(png_signature));
}

/// The lines that are requests, without what a here-document of a script has before dollars.
std::vector<std::string> requests_in(const std::string& text)
{
    std::vector<std::string> out;
    for (const auto part : text | std::views::split('\n')) {
        std::string line(part.begin(), part.end());
        std::erase(line, '\\');
        line.erase(0, line.find_first_not_of(' '));
        if (line.starts_with("curl -H \"X-API-Key: $THIMBLE_API_KEY\" $PHONE"))
            out.push_back(line);
    }
    return out;
}

} // namespace

TEST_CASE("the curl requests of the README write a note and fetch a picture", "[e2e][local]")
{
    const driven_phone on;
    const temporary_directory folder;
    const auto script = block_of(text_of("README.md"), "sh", "$PHONE/open-app");
    const auto ran = run_there(on, folder, script);
    INFO(ran.output << ran.errors);
    CHECK(ran.code == 0);
    check_note(on, folder, "Hello from curl");
}

TEST_CASE("the Python client of the README writes a note and fetches a picture", "[e2e][local]")
{
    const driven_phone on;
    const temporary_directory folder;
    auto client = block_of(text_of("README.md"), "python", "urllib.request");
    const auto at = client.find(usual_address);
    REQUIRE(at != std::string::npos);
    client.replace(at, usual_address.size(), "127.0.0.1:" + std::to_string(on.daemon().port()));
    std::ofstream(folder.path() / "client.py") << client;
    const auto ran = run_there(on, folder, "python3 client.py");
    INFO(ran.output << ran.errors);
    CHECK(ran.code == 0);
    check_note(on, folder, "Hello from Python");
}

TEST_CASE("the demo and the tutorial propose the requests of the README", "[e2e][local]")
{
    const auto proposed = requests_in(text_of("README.md"));
    CHECK(proposed.size() == 4);
    CHECK(requests_in(text_of("scripts/demo")) == proposed);
    CHECK(requests_in(text_of("docs/tutorial.md")) == proposed);
}

} // namespace thimble::e2e
