// `thimbled mcp`: lines on standard input and output, of a thimbled that runs or is started for it.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <fstream>
#include <sstream>

namespace thimble::e2e {

using nlohmann::json;
using namespace std::chrono_literals;

namespace {

std::string line_of(int id, const std::string& method, json params)
{
    params["_meta"] = {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                       {"io.modelcontextprotocol/clientCapabilities", json::object()}};
    return json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump() +
           "\n";
}

/// Answers of `thimbled mcp` to these lines, by their ids.
struct piped {
    run_result ended;
    std::map<int, json> answers;
};

piped pipe_in(const std::string& lines, const arguments& more, const environment& variables)
{
    const temporary_directory files;
    const auto input = files.path() / "input";
    std::ofstream(input) << lines;
    std::string command = "'" + find_program("thimbled").string() + "' mcp";
    for (const auto& each : more)
        command += " '" + each + "'";
    // A pipe, as clients have one.
    command = "cat '" + input.string() + "' | " + command;
    piped out{.ended = run("sh", {"-c", command}, variables, 60s), .answers = {}};
    std::istringstream text(out.ended.output);
    for (std::string line; std::getline(text, line);) {
        const auto message = json::parse(line, nullptr, false);
        if (!message.is_discarded() && message.contains("id"))
            out.answers[message.at("id")] = message;
    }
    return out;
}

const std::string questions =
    line_of(1, "server/discover", json::object()) +
    line_of(2, "tools/call", {{"name", "list_phones"}, {"arguments", json::object()}});

std::size_t control_sockets_in(const household& home)
{
    std::size_t count = 0;
    for (const auto& each : std::filesystem::recursive_directory_iterator(home.runtime.path()))
        count += each.path().filename().string().starts_with("control-") ? 1 : 0;
    return count;
}

} // namespace

TEST_CASE("a client of standard input joins the thimbled that runs", "[e2e][mcp]")
{
    const virtual_phones phones({.phones = {"iPhone SE 2,ios=18.5"}});
    auto home = std::make_shared<household>();
    const thimble_system system(phones, home);
    REQUIRE(system.until_ready(phones.at(0), ready_limit));
    const auto joined =
        pipe_in(questions, {"--state-dir", home->state.path().string()}, home->variables(phones));
    INFO(joined.ended.output << joined.ended.errors);
    CHECK(joined.ended.code == 0);
    CHECK(joined.answers.at(1).at("result").at("_meta").dump().contains("thimble"));
    CHECK(joined.answers.at(2).at("result").dump().contains(phones.at(0).udid()));
    CHECK(control_sockets_in(*home) == 1);
}

TEST_CASE("a client of standard input begins a thimbled, which ends after it", "[e2e][mcp]")
{
    const virtual_phones phones({.phones = {"iPhone SE 2,ios=18.5"}});
    const household home;
    const arguments where{"--state-dir", home.state.path().string()};
    const auto first = pipe_in(questions, where, home.variables(phones));
    INFO(first.ended.output << first.ended.errors);
    CHECK(first.ended.code == 0);
    CHECK(first.answers.contains(2));
    CHECK(control_sockets_in(home) == 1);
    CHECK(eventually(10s, [&] {
        return content_of(home.state.path() / "mcp.log").contains(phones.at(0).udid());
    }));
    const auto second = pipe_in(questions, where, home.variables(phones));
    CHECK(second.answers.contains(2));
    CHECK(control_sockets_in(home) == 1); // it has joined
    CHECK(eventually(60s, [&] { return control_sockets_in(home) == 0; }));
    CHECK(eventually(10s, [&] { // it has closed its store
        return !std::filesystem::exists(home.state.path() / "thimble.db-wal");
    }));
}

} // namespace thimble::e2e
