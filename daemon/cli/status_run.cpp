#include "daemon/cli/phone_lines.hpp"
#include "daemon/cli/runs.hpp"
#include "daemon/control/control_client.hpp"
#include "daemon/control/control_sockets.hpp"
#include "daemon/control/runtime_directory.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <spdlog/fmt/fmt.h>

#include <csignal>
#include <iostream>
#include <optional>
#include <unistd.h>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

constexpr std::chrono::seconds longest_status_answer{5};
constexpr std::chrono::seconds watch_interval{1};

std::int64_t number_of(const ordered_json& record, const char* name)
{
    const auto found = record.find(name);
    return found != record.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

std::string line_of_tunnel(const ordered_json& phone, std::string_view indent)
{
    const auto tunnel = phone.value("tunnel", ordered_json());
    if (!tunnel.is_object())
        return {};
    const auto problem = text_in(tunnel, "problem");
    return problem.empty()
               ? fmt::format("{}its own services are reached through a tunnel\n", indent)
               : fmt::format("{}no tunnel to its own services: {}\n", indent, problem);
}

/// A number in an object in an object; nothing where there is none.
std::optional<double> figure_of(const ordered_json& record, const char* of, const char* name)
{
    const auto part = record.value(of, ordered_json());
    const auto found = part.is_object() ? part.find(name) : part.end();
    return found != part.end() && found->is_number() ? std::optional(found->get<double>())
                                                     : std::nullopt;
}

std::string line_of_video(const ordered_json& phone, std::string_view indent)
{
    const auto video = phone.value("video", ordered_json());
    if (!video.is_object())
        return {};
    std::string line;
    const auto add = [&](const char* what, const char* of) {
        const auto half = figure_of(video, of, "p50");
        const auto most = figure_of(video, of, "p95");
        if (half && most)
            line += fmt::format("{}{} {:.0f} ms (p95 {:.0f})", line.empty() ? indent : ", ", what,
                                *half, *most);
    };
    add("a tap is seen after", "tap_to_picture_ms");
    add("a picture is decoded after", "picture_age_ms");
    return line.empty() ? line : line + '\n';
}

std::string lines_of_phone(const ordered_json& phone)
{
    return fmt::format("  {}  {}: {}, {} waiting, {} live\n", text_in(phone, "unique_id"),
                       introduction_of(phone), readiness_word(phone),
                       number_of(phone, "queue_depth"), number_of(phone, "live_streams")) +
           line_of_tunnel(phone, "    ") + line_of_video(phone, "    ") +
           lines_of_readiness(phone.value("readiness", ordered_json::object()), "    ");
}

std::string lines_of_link(const ordered_json& link)
{
    const auto state = text_in(link, "state");
    const auto service = text_in(link, "service");
    const auto since = text_in(link, "since");
    std::string lines;
    if (state == "connected")
        lines = fmt::format("  connected to {} since {}, link {}\n", service, since,
                            number_of(link, "epoch"));
    else if (state == "waiting")
        lines = fmt::format("  not connected to {} since {}, next attempt at {}\n", service, since,
                            text_in(link, "next_attempt"));
    else if (state == "refused")
        lines = fmt::format("  refused by {} since {}; thimbled doctor says what to do\n", service,
                            since);
    else
        lines = fmt::format("  connecting to {} since {}\n", service, since);
    if (const auto problem = text_in(link, "problem"); !problem.empty())
        lines += fmt::format("    {}\n", problem);
    if (const auto unsettled = number_of(link, "unsettled"); unsettled > 0)
        lines += fmt::format("    {} results are not yet confirmed\n", unsettled);
    return lines;
}

std::string lines_of(const ordered_json& process)
{
    auto lines = fmt::format("thimbled {}, process {}\n", text_in(process, "version"),
                             number_of(process, "pid"));
    if (const auto address = text_in(process, "address"); !address.empty())
        lines += fmt::format("  listening on {}\n", address);
    if (const auto link = process.find("link"); link != process.end() && link->is_object())
        lines += lines_of_link(*link);
    lines += lines_of_blockers(list_in(process, "host_blockers"), "  ");
    const auto phones = list_in(process, "phones");
    if (phones.empty())
        lines += "  no phone is attached\n";
    for (const auto& each : phones)
        lines += lines_of_phone(each);
    return lines;
}

/// Status of each running thimbled; one that does not answer is named on stderr.
ordered_json ask_all(const std::filesystem::path& directory)
{
    auto all = ordered_json::array();
    for (const auto& socket : live_control_sockets(directory)) {
        auto answer = ask_control(socket, status_request(), longest_status_answer);
        if (answer && !answer->failed())
            all.push_back(std::move(answer->record));
        else
            std::cerr << (answer ? text_in(answer->record, "message") : answer.error()) << '\n';
    }
    return all;
}

/// For a person or a program, with a line's end.
std::string report_on(const ordered_json& processes, bool json)
{
    if (json)
        return ordered_json{{"running", !processes.empty()}, {"processes", processes}}.dump() +
               '\n';
    if (processes.empty())
        return "thimbled is not running. Start it with: thimbled --local, or thimbled --service "
               "URL\n";
    std::string lines;
    for (const auto& each : processes)
        lines += lines_of(each);
    return lines;
}

/// A terminal shows the newest report alone, a file or a program gets one after the other.
void show(const std::string& report, bool redraw)
{
    constexpr std::string_view home_and_erase = "\033[H\033[2J";
    std::cout << (redraw ? home_and_erase : "") << report << std::flush;
}

/// Each second until SIGINT or SIGTERM, or until nobody reads it any more.
int watch(const std::filesystem::path& directory, bool json)
{
    const bool redraw = !json && ::isatty(STDOUT_FILENO) != 0;
    boost::asio::io_context context(1);
    boost::asio::signal_set signals(context, SIGINT, SIGTERM);
    bool ended = false;
    signals.async_wait([&](const boost::system::error_code&, int) { ended = true; });
    while (!ended && std::cout) {
        show(report_on(ask_all(directory), json), redraw);
        context.run_for(watch_interval);
    }
    return service::exit_ok;
}

} // namespace

int run_status(const options& given, const service::environment& variables)
{
    const auto directory = runtime_directory::open(variables);
    if (!directory) {
        std::cerr << "thimbled: " << directory.error() << '\n';
        return service::exit_cannot_create;
    }
    if (given.watch)
        return watch(directory->path(), given.json);
    const auto processes = ask_all(directory->path());
    std::cout << report_on(processes, given.json);
    return processes.empty() ? service::exit_failed : service::exit_ok;
}

} // namespace thimble::daemon
