// The example of three nodes that comes with the package: starts, serves, and leaves nothing
// behind.
#include "tests/catch2.hpp"
#include "tests/e2e/document_block.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/http_client.hpp"
#include "tests/e2e/kept_port.hpp"
#include "tests/e2e/nodes/backing_services.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace thimble::e2e {

namespace {

namespace fs = std::filesystem;

constexpr auto* start_script = THIMBLE_SOURCE_DIR "/packaging/examples/three-nodes/start";
constexpr auto all_started = 300s; // the sum of the script's own limits is longer
constexpr auto all_ended = 120s;

/// The script with ports of its own, in a folder that the user of PostgreSQL reaches where the
/// test is root's.
class example_of_nodes {
public:
    example_of_nodes()
    {
        fs::permissions(above_.path(), fs::perms::others_exec, fs::perm_options::add);
        arguments words{"--port", std::to_string(port_.number()), "--node-ports"};
        words.push_back(std::to_string(nodes_[0].number()) + "," +
                        std::to_string(nodes_[1].number()) + "," +
                        std::to_string(nodes_[2].number()));
        words.insert(words.end(),
                     {"--nats-port", std::to_string(nats_.number()), folder().string()});
        running_.emplace(start_script, words,
                         environment{{"THIMBLE_SERVICE", find_program("thimble-service").string()},
                                     {"THIMBLE_RATE_LIMIT", "not a limit"}}); // of another service
    }

    fs::path folder() const { return above_.path() / "service"; }
    std::uint16_t port() const noexcept { return port_.number(); }
    program& process() { return *running_; }

    run_result admin(const arguments& command) const
    {
        arguments words{"admin", "--state-dir", (folder() / "node0").string()};
        words.insert(words.end(), command.begin(), command.end());
        return run("thimble-service", words,
                   {{"XDG_CONFIG_HOME", (above_.path() / "config").string()}});
    }

    /// Process ids by the names of the parts, as the script tells them.
    std::map<std::string, std::string> pids() const
    {
        std::map<std::string, std::string> out;
        for (const auto& each : fs::directory_iterator(folder() / "pids"))
            out[each.path().filename()] = content_of(each.path());
        return out;
    }

    /// Command lines of all processes that work in the folder.
    std::set<std::string> processes() const
    {
        std::set<std::string> out;
        for (const auto& each : fs::directory_iterator("/proc")) {
            std::error_code gone;
            const auto where = fs::read_symlink(each.path() / "cwd", gone).string();
            if (!gone && where.starts_with(folder().string()))
                out.insert(each.path().filename().string() + " " +
                           content_of(each.path() / "cmdline"));
        }
        return out;
    }

    std::string told() { return running_->output() + running_->errors(); }

private:
    temporary_directory above_;
    kept_port port_;
    std::array<kept_port, 3> nodes_;
    kept_port nats_;
    std::optional<program> running_;
};

/// The lines of a configuration, without what is said about them.
std::vector<std::string> directives_of(const std::string& configuration)
{
    std::istringstream in(configuration);
    std::vector<std::string> out;
    for (std::string line; std::getline(in, line);) {
        line.erase(std::min(line.find('#'), line.size()));
        line.erase(0, line.find_first_not_of(' '));
        line.erase(line.find_last_not_of(' ') + 1);
        if (!line.empty())
            out.push_back(line);
    }
    return out;
}

/// Nodes that have answered, as HAProxy names them.
std::set<std::string> nodes_that_answer(const http_client& api, int requests)
{
    std::set<std::string> out;
    for (int each = 0; each < requests; ++each) {
        const auto answer = api.get("/v1/status");
        INFO(answer.body);
        CHECK(answer.status == 200);
        out.insert(answer.header("x-served-by"));
    }
    return out;
}

} // namespace

TEST_CASE("the example of three nodes serves, and leaves nothing behind", "[e2e][nodes]")
{
    require_programs_for_nodes();
    example_of_nodes example;
    const bool started = example.process().prints("To end everything", all_started * slowdown());
    INFO(example.told());
    REQUIRE(started);
    const auto parts = example.pids();
    CHECK(parts.size() == 6);

    const auto made = example.admin({"account", "create", "ada"});
    INFO(made.errors);
    CHECK(made.code == 0);
    const auto key = example.admin({"key", "create", "--account", "ada"});
    REQUIRE(key.code == 0);
    const http_client api(example.port(),
                          {{"X-API-Key", key.output.substr(0, key.output.find('\n'))}});
    CHECK(nodes_that_answer(api, 6) == std::set<std::string>{"node0", "node1", "node2"});

    // Started again by the script, and taken in again by HAProxy.
    REQUIRE(::kill(std::stoi(parts.at("node1")), SIGKILL) == 0);
    CHECK(eventually(60s, [&] { return example.pids()["node1"] != parts.at("node1"); }));
    CHECK(eventually(60s, [&] { return api.get("/readyz").header("x-served-by") == "node1"; }));

    const auto beside = run(start_script, {example.folder().string()},
                            {{"THIMBLE_SERVICE", find_program("thimble-service").string()}});
    CHECK(beside.code == 1);
    CHECK(beside.errors.contains("still runs"));

    REQUIRE(::kill(std::stoi(parts.at("node2")), SIGSTOP) == 0);
    CHECK_FALSE(example.processes().empty());
    example.process().send_signal(SIGTERM);
    const auto ended = example.process().wait(all_ended * slowdown());
    REQUIRE(ended);
    CHECK(ended->code == 0);
    CHECK(example.pids().empty());
    CHECK(example.processes().empty());
}

TEST_CASE("HAProxy's configuration is that of the document but for addresses and TLS",
          "[e2e][nodes]")
{
    const auto document = content_of(THIMBLE_SOURCE_DIR "/docs/many-machines.md");
    const auto example = content_of(fs::path(start_script).replace_filename("haproxy.cfg"));
    const auto there = directives_of(block_of(document, "haproxy", "defaults"));
    auto here = directives_of(example);
    CHECK(here.size() > 30);
    const std::vector<std::pair<std::string, std::string>> otherwise{
        {"localhost", "phones.example"},
        {"\"${THIMBLE_CHECK_INTERVAL-1s}\"", "1s"},
        {"\"${THIMBLE_NODE_0}\"", "10.0.0.11:8345"},
        {"\"${THIMBLE_NODE_1}\"", "10.0.0.12:8345"},
        {"\"${THIMBLE_NODE_2}\"", "10.0.0.13:8345"}};
    for (auto& each : here) {
        for (const auto& [mine, documented] : otherwise)
            if (const auto at = each.find(mine); at != std::string::npos)
                each.replace(at, mine.size(), documented);
        INFO(each);
        const bool differs = each.starts_with("maxconn ") || each.starts_with("bind ");
        CHECK((std::ranges::find(there, each) == there.end()) == differs);
    }
}

TEST_CASE("the example of three nodes says what it takes", "[e2e][nodes]")
{
    const temporary_directory folder;
    const auto asked = [&](const std::string& word) {
        return run("env", {"--chdir=" + folder.path().string(), start_script, word});
    };
    const auto help = asked("--help");
    CHECK(help.code == 0);
    CHECK(help.output.contains("usage: start"));
    const auto unknown = asked("--ports");
    CHECK(unknown.code == 1);
    CHECK(unknown.errors.contains("--ports"));
    CHECK(fs::is_empty(folder.path())); // and nothing was made
}

} // namespace thimble::e2e
