// Clients of the Model Context Protocol from the npm registry use a phone.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <string>

namespace thimble::judges {

namespace {

using namespace std::chrono_literals;

struct judged_system {
    judged_system() { REQUIRE(system.until_ready(phones.at(0), e2e::ready_limit)); }

    void judge(const e2e::arguments& what) const
    {
        e2e::arguments all{THIMBLE_JUDGES_DIR "/mcp_phone.mjs"};
        all.insert(all.end(), what.begin(), what.end());
        const auto judged = e2e::run("node", all, home->variables(phones), 100s);
        INFO(judged.output << judged.errors);
        CHECK(judged.code == 0);
        CHECK(phones.at(0).facts().at("apps").at("com.apple.mobilenotes").at("text") ==
              "Grüße vom Richter");
    }

    std::string url() const { return "http://127.0.0.1:" + std::to_string(system.port()) + "/mcp"; }
    std::string program() const { return e2e::find_program("thimbled").string(); }
    std::string state() const { return home->state.path().string(); }

    e2e::virtual_phones phones{{.phones = {"iPhone SE 2,ios=18.5"}}};
    std::shared_ptr<e2e::household> home = std::make_shared<e2e::household>();
    e2e::thimble_system system{phones, home};
};

} // namespace

TEST_CASE("a modern client of the Model Context Protocol uses a phone over HTTP", "[judges]")
{
    const judged_system on;
    on.judge({"modern", on.url(), on.system.key()});
}

TEST_CASE("a modern client of the Model Context Protocol uses a phone over stdio", "[judges]")
{
    const judged_system on;
    on.judge({"modern", on.program(), on.state()});
}

TEST_CASE("a legacy client of the Model Context Protocol uses a phone over HTTP", "[judges]")
{
    const judged_system on;
    on.judge({"legacy", on.url(), on.system.key()});
}

TEST_CASE("a legacy client of the Model Context Protocol uses a phone over stdio", "[judges]")
{
    const judged_system on;
    on.judge({"legacy", on.program(), on.state()});
}

} // namespace thimble::judges
