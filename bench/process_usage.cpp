#include "bench/process_usage.hpp"

#ifdef __APPLE__
#include <libproc.h>
#include <mach/mach_time.h>
#include <sys/proc_info.h>
#else
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>
#endif

namespace thimble::bench {

namespace {

constexpr double allowed_growth = 0.10;
constexpr double allowed_growth_mebibytes = 8; // beside that

} // namespace

double mebibytes(std::size_t bytes)
{
    return static_cast<double>(bytes) / (1024.0 * 1024);
}

bool has_grown(const process_usage& before, const process_usage& after)
{
    return mebibytes(after.resident_bytes) >
           mebibytes(before.resident_bytes) * (1 + allowed_growth) + allowed_growth_mebibytes;
}

#ifdef __APPLE__

std::optional<process_usage> usage_of(pid_t process)
{
    proc_taskinfo task{};
    if (::proc_pidinfo(process, PROC_PIDTASKINFO, 0, &task, sizeof task) !=
        static_cast<int>(sizeof task))
        return std::nullopt;
    mach_timebase_info_data_t ticks{}; // nanoseconds = ticks * numer / denom
    ::mach_timebase_info(&ticks);
    const auto used = static_cast<double>(task.pti_total_user + task.pti_total_system) *
                      ticks.numer / ticks.denom;
    const int files = ::proc_pidinfo(process, PROC_PIDLISTFDS, 0, nullptr, 0);
    return process_usage{.processor = process_usage::seconds(used / 1e9),
                         .resident_bytes = static_cast<std::size_t>(task.pti_resident_size),
                         .threads = static_cast<std::size_t>(task.pti_threadnum),
                         .descriptors = static_cast<std::size_t>(files) / sizeof(proc_fdinfo)};
}

process_usage::seconds processor_time_with_children(pid_t process)
{
    return usage_of(process).value_or(process_usage{}).processor;
}

#else

namespace {

// Field numbers as in proc(5).

constexpr std::size_t first_field = 3; // behind the program's name, which may hold spaces
constexpr std::size_t user_ticks = 14;
constexpr std::size_t kernel_ticks = 15;
constexpr std::size_t threads = 20;
constexpr std::size_t resident_pages = 24;

std::size_t count_descriptors(pid_t process)
{
    std::error_code gone;
    const std::filesystem::directory_iterator all("/proc/" + std::to_string(process) + "/fd", gone);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

} // namespace

std::optional<process_usage> usage_of(pid_t process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    if (!std::getline(file, line))
        return std::nullopt;
    std::istringstream rest(line.substr(line.rfind(')') + 1));
    const std::vector<std::string> fields{std::istream_iterator<std::string>(rest), {}};
    const auto number = [&](std::size_t field) {
        return std::stoull(fields.at(field - first_field));
    };
    const auto ticks = static_cast<double>(number(user_ticks) + number(kernel_ticks));
    return process_usage{
        .processor = process_usage::seconds(ticks / static_cast<double>(::sysconf(_SC_CLK_TCK))),
        .resident_bytes =
            number(resident_pages) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)),
        .threads = number(threads),
        .descriptors = count_descriptors(process)};
}

process_usage::seconds processor_time_with_children(pid_t process)
{
    auto out = usage_of(process).value_or(process_usage{}).processor;
    std::ifstream children("/proc/" + std::to_string(process) + "/task/" + std::to_string(process) +
                           "/children");
    for (pid_t each = 0; children >> each;)
        out += usage_of(each).value_or(process_usage{}).processor;
    return out;
}

#endif

} // namespace thimble::bench
