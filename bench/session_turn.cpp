// Parts of the time of an agent's turn: bench_session_turn [TURNS], 200 by default. Our own part is
// from a picture to the request that has it, and from a reply to the action that it asks for; the
// model, the phone and the screen's coming to rest are not. Ends with 1 when the medians of our
// parts together are more than 60 ms.
#include "bench/command_line.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/sessions/script.hpp"
#include "tests/e2e/sessions/scripted_provider.hpp"
#include "tests/e2e/sessions/session_client.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace thimble::bench {

namespace {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr double allowed = 60; // milliseconds
constexpr auto longest_turn = 5s;

/// One part of a turn, from the histogram that the service shows.
struct part {
    std::map<double, double> at_most; // how many took so many seconds or less
    double seconds = 0;               // of all together
    double count = 0;

    double mean() const { return 1000 * seconds / count; }

    /// Milliseconds; evenly spread within a bucket.
    double quantile(double share) const
    {
        double before = 0;
        double bottom = 0;
        for (const auto& [bound, so_many] : at_most) {
            if (so_many >= share * count)
                return 1000 * (bottom + (bound - bottom) * (share * count - before) /
                                            std::max(so_many - before, 1.0));
            before = so_many;
            bottom = bound;
        }
        return 1000 * bottom; // and more
    }
};

std::map<std::string, part> parts_of(const std::string& metrics)
{
    const std::regex line(R"re(thimble_turn_part_seconds_(bucket|sum|count))re"
                          R"re(\{part="(\w+)"(?:,le="([^"]+)")?\} (\S+))re");
    std::map<std::string, part> out;
    std::istringstream lines(metrics);
    for (std::string each; std::getline(lines, each);) {
        std::smatch found;
        if (!std::regex_match(each, found, line))
            continue;
        auto& to = out[found[2]];
        const auto value = std::stod(found[4]);
        if (found[1] == "sum")
            to.seconds = value;
        else if (found[1] == "count")
            to.count = value;
        else if (found[3] != "+Inf")
            to.at_most[std::stod(found[3])] = value;
    }
    return out;
}

/// Taps, each in another place, so that each makes a difference.
e2e::agent_script taps(int turns)
{
    e2e::agent_script out;
    for (int turn = 0; turn < turns; ++turn)
        out.turns.push_back(
            e2e::turn_of("tap", {{"x", 60 + 11 * (turn % 40)}, {"y", 200 + 17 * (turn % 53)}}));
    out.turns.push_back(e2e::claim("Drawn."));
    return out;
}

std::map<std::string, part> measure(int turns)
{
    e2e::scripted_provider model;
    model.play(e2e::script_of(taps(turns)));
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const auto home = std::make_shared<e2e::household>();
    home->more = model.variables();
    const e2e::thimble_system system(phones, home);
    const auto phone = phones.at(0);
    if (!system.until_ready(phone, e2e::ready_limit))
        throw std::runtime_error("the phone did not get ready");
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    const e2e::session_client session(
        system.api(),
        {{"instruction", "Draw."}, {"phone_id", system.id_of(phone)}, {"max_turns", turns + 1}});
    if (!session.until_ended(turns * longest_turn) || session.status() != "completed")
        throw std::runtime_error("the session did not reach its end: " + session.record().dump());
    return parts_of(system.stranger().get("/metrics").body);
}

/// True where our own part is small enough.
bool report(const std::map<std::string, part>& parts)
{
    constexpr std::array<std::pair<const char*, const char*>, 5> names{
        {{"look", "the phone's picture, asked for and there"},
         {"request", "from the picture to the request: ours"},
         {"model", "the model, here a script"},
         {"handover", "from the reply to the action: ours"},
         {"act", "the action, until the screen rests"}}};
    for (const auto& [name, meaning] : names) {
        const auto& each = parts.at(name);
        std::printf("  %-9s p50 %7.1f ms   p95 %7.1f ms   mean %7.1f ms   %5.0f times   %s\n", name,
                    each.quantile(0.5), each.quantile(0.95), each.mean(), each.count, meaning);
    }
    const double ours = parts.at("request").quantile(0.5) + parts.at("handover").quantile(0.5);
    std::printf("our own part of a turn: p50 %.1f ms (at most %.0f)\n", ours, allowed);
    return ours <= allowed;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "TURNS", .usual = 200}},
        [](const auto& numbers) {
            return thimble::bench::report(thimble::bench::measure(numbers[0]));
        });
}
