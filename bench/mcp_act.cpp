// Cost of an act by the Model Context Protocol, whose answer tells what the screen became,
// against the same act by REST with `observe=settled`: bench_mcp_act [ROUNDS]. Ends with 1 when it
// takes more than 60 ms longer.
#include "bench/command_line.hpp"
#include "bench/http_conversation.hpp"
#include "bench/measurement.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>

namespace thimble::bench {

namespace {

using nlohmann::json;

constexpr double allowed_more = 60; // milliseconds
constexpr int warm_up = 5;

const std::map<std::string, std::string> fields_of_tool_calls{
    {"Content-Type", "application/json"},
    {"Accept", "application/json"},
    {"MCP-Protocol-Version", "2026-07-28"},
    {"Mcp-Method", "tools/call"},
    {"Mcp-Name", "tap"}};

std::string tap_call(const std::string& selector)
{
    const json meta{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                    {"io.modelcontextprotocol/clientCapabilities", json::object()}};
    return json{
        {"jsonrpc", "2.0"},
        {"id", 1},
        {"method", "tools/call"},
        {"params", {{"name", "tap"}, {"arguments", {{"selector", selector}}}, {"_meta", meta}}}}
        .dump();
}

/// Throws where the tool has failed, or has told nothing of the screen.
void check_told(const std::string& answer)
{
    const auto result = json::parse(answer).value("result", json::object());
    const auto told = result.value("structuredContent", json::object());
    if (result.value("isError", true) || told.value("screen", std::string()).empty())
        throw std::runtime_error("the tool has failed: " + answer);
}

/// There and back: a page of the clock, and the one before it.
comparison measure(int rounds)
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const auto phone = phones.at(0);
    const e2e::thimble_system daemon(phones);
    if (!daemon.until_ready(phone, e2e::ready_limit))
        throw std::runtime_error("the phone did not get ready");
    phone.make("open", {{"bundle_id", "com.apple.mobiletimer"}});

    boost::asio::io_context context(1);
    http_conversation rest(connect_to_service(context, daemon.port()), daemon.key());
    http_conversation tools(connect_to_service(context, daemon.port()), daemon.key(),
                            fields_of_tool_calls);
    const auto there = tap_call("Alarms");
    const auto back = tap_call("Clock");
    const std::string settled = "/v1/tap/select?observe=settled";
    return compare(
        warm_up, rounds,
        [&] {
            rest.exchange("POST", settled, R"({"selector": "Alarms"})");
            rest.exchange("POST", settled, R"({"selector": "Clock"})");
        },
        [&] {
            check_told(tools.exchange("POST", "/mcp", there));
            check_told(tools.exchange("POST", "/mcp", back));
        });
}

bool report(const comparison& measured)
{
    const auto line = [](const char* way, const measurement& each) {
        std::printf("  %-36s p50 %7.1f ms   p95 %7.1f ms\n", way, each.quantile(0.5).count() / 2,
                    each.quantile(0.95).count() / 2);
    };
    std::printf("one act, its element named by a person (device time 0)\n");
    line("by REST with observe=settled", measured.direct);
    line("by MCP, answered by the digest", measured.ours);
    const double more =
        (measured.ours.quantile(0.5).count() - measured.direct.quantile(0.5).count()) / 2;
    std::printf("  longer by MCP: p50 %.1f ms (at most %.0f)\n", more, allowed_more);
    return more <= allowed_more;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "ROUNDS", .usual = 60}},
        [](const auto& numbers) {
            return thimble::bench::report(thimble::bench::measure(numbers[0]));
        });
}
