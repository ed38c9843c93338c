#include "bench/processor_quota.hpp"

#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace thimble::bench {

namespace {

namespace fs = std::filesystem;

constexpr auto* unified_root = "/sys/fs/cgroup";
constexpr auto* processor_root = "/sys/fs/cgroup/cpu"; // of version 1
constexpr long period = 20'000;                        // us

bool write_to(const fs::path& file, const std::string& text)
{
    std::ofstream out(file);
    out << text << std::flush;
    return out.good();
}

void require_written(const fs::path& file, const std::string& text)
{
    if (!write_to(file, text))
        throw std::runtime_error(file.string() + " does not take " + text);
}

/// A group of its own; nothing where it cannot be made, or has no such file.
std::optional<fs::path> make_group(const fs::path& root, const std::string& with_file)
{
    static int made = 0;
    const auto folder =
        root / ("thimble-bench-" + std::to_string(::getpid()) + "-" + std::to_string(made++));
    std::error_code refused;
    if (!fs::create_directory(folder, refused))
        return std::nullopt;
    if (fs::exists(folder / with_file))
        return folder;
    fs::remove(folder, refused);
    return std::nullopt;
}

} // namespace

std::optional<processor_quota> processor_quota::make()
{
    if (fs::exists(fs::path(unified_root) / "cgroup.controllers")) {
        write_to(fs::path(unified_root) / "cgroup.subtree_control", "+cpu"); // it may be there
        if (auto folder = make_group(unified_root, "cpu.max"))
            return processor_quota(std::move(*folder), true);
    }
    if (auto folder = make_group(processor_root, "cpu.cfs_quota_us"))
        return processor_quota(std::move(*folder), false);
    return std::nullopt;
}

processor_quota::processor_quota(fs::path folder, bool unified)
    : folder_(std::move(folder)), unified_(unified)
{
}

processor_quota::processor_quota(processor_quota&& other) noexcept
    : folder_(std::exchange(other.folder_, {})), unified_(other.unified_)
{
}

processor_quota::~processor_quota()
{
    std::error_code ignored; // one that is not empty stays until the system starts again
    if (!folder_.empty())
        fs::remove(folder_, ignored);
}

void processor_quota::add(pid_t process) const
{
    require_written(folder_ / "cgroup.procs", std::to_string(process));
}

void processor_quota::limit(double share) const
{
    const auto quota = std::to_string(static_cast<long>(static_cast<double>(period) * share));
    if (unified_) {
        require_written(folder_ / "cpu.max", quota + " " + std::to_string(period));
        return;
    }
    require_written(folder_ / "cpu.cfs_period_us", std::to_string(period));
    require_written(folder_ / "cpu.cfs_quota_us", quota);
}

} // namespace thimble::bench
