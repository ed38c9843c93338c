#include "daemon/status_run.hpp"

#include "daemon/control_client.hpp"
#include "daemon/runtime_directory.hpp"

#include <spdlog/fmt/fmt.h>

#include <iostream>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

constexpr std::chrono::seconds longest_answer{5};

/// A member of a record that another process wrote; empty where it is not as it should be.
std::string text_of(const ordered_json& record, const char* name)
{
    const auto found = record.find(name);
    return found != record.end() && found->is_string() ? found->get<std::string>() : "";
}

ordered_json list_of(const ordered_json& record, const char* name)
{
    const auto found = record.find(name);
    return found != record.end() && found->is_array() ? *found : ordered_json::array();
}

std::int64_t number_of(const ordered_json& record, const char* name)
{
    const auto found = record.find(name);
    return found != record.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

void print_blockers(const ordered_json& blockers, std::string_view indent)
{
    for (const auto& each : blockers)
        std::cout << fmt::format("{}{}: {} {}\n", indent, text_of(each, "code"),
                                 text_of(each, "message"), text_of(each, "remedy"));
}

void print_phone(const ordered_json& phone)
{
    const auto readiness = phone.value("readiness", ordered_json::object());
    const auto blockers = list_of(readiness, "blockers");
    std::cout << fmt::format("  {}  {} ({}, iOS {}): {}, {} waiting\n", text_of(phone, "unique_id"),
                             text_of(phone, "name"), text_of(phone, "device_name"),
                             text_of(phone, "os_version"), blockers.empty() ? "ready" : "not ready",
                             number_of(phone, "queue_depth"));
    print_blockers(blockers, "    ");
}

void print(const ordered_json& process)
{
    std::cout << fmt::format("thimbled {}, process {}\n", text_of(process, "version"),
                             number_of(process, "pid"));
    if (const auto address = text_of(process, "address"); !address.empty())
        std::cout << fmt::format("  listening on {}\n", address);
    print_blockers(list_of(process, "host_blockers"), "  ");
    const auto phones = list_of(process, "phones");
    if (phones.empty())
        std::cout << "  no phone is attached\n";
    for (const auto& each : phones)
        print_phone(each);
}

/// What each running thimbled says of itself; one that does not answer is named on stderr.
ordered_json ask_all(const std::filesystem::path& directory)
{
    auto all = ordered_json::array();
    for (const auto& socket : live_control_sockets(directory)) {
        auto answer = ask_control(socket, status_request{}, longest_answer);
        if (answer && !answer->failed())
            all.push_back(std::move(answer->record));
        else
            std::cerr << (answer ? text_of(answer->record, "message") : answer.error()) << '\n';
    }
    return all;
}

} // namespace

int run_status(const options& given, const service::environment& variables)
{
    const auto directory = runtime_directory::open(variables);
    if (!directory) {
        std::cerr << "thimbled: " << directory.error() << '\n';
        return service::exit_cannot_create;
    }
    const auto processes = ask_all(directory->path());
    if (given.json) {
        std::cout << ordered_json{{"running", !processes.empty()}, {"processes", processes}}.dump()
                  << '\n';
    } else if (processes.empty()) {
        std::cout << "thimbled is not running. Start it with: thimbled --local\n";
    } else {
        for (const auto& each : processes)
            print(each);
    }
    return processes.empty() ? service::exit_failed : service::exit_ok;
}

} // namespace thimble::daemon
