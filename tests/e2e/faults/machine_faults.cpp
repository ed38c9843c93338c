// Faults below both programs: the time of day, the disk, and who the service says that it is.
#include "tests/e2e/faults/fault.hpp"
#include "tests/e2e/file_limits.hpp"

namespace thimble::e2e {

namespace {

using std::chrono::seconds;

/// Both ways, by up to half a day: what is kept for a day is still there.
seconds random_step(chance& from)
{
    constexpr int longest = 12 * 3600;
    const int length = choose(from, 1, longest);
    return seconds(choose(from, 0, 1) == 0 ? length : -length);
}

remedy step_clocks(cloud& all, chance& from)
{
    const int whose = choose(from, 0, 2);
    if (whose != 0)
        all.clock_of_service().step_to(random_step(from));
    if (whose != 1)
        all.clock_of_daemon().step_to(random_step(from));
    return [&all] {
        all.clock_of_service().step_to(seconds(0));
        all.clock_of_daemon().step_to(seconds(0));
    };
}

remedy fill_disk(cloud& all, chance& from)
{
    constexpr rlim_t no_room = 10; // bytes
    const auto& writer = choose(from, 0, 1) == 0 ? all.daemon() : all.service().process();
    limit_files(writer, no_room);
    return [&writer] { allow_files(writer); };
}

/// One of another authority keeps the daemon away until it is put right; one of the same authority
/// does not, though it comes with a new connection.
remedy change_certificate(cloud& all, chance& from)
{
    const bool trusted = choose(from, 0, 1) == 0;
    all.show_certificate(trusted);
    all.network().cut();
    return [&all] { all.show_certificate(true); };
}

} // namespace

std::vector<fault> machine_faults()
{
    std::vector<fault> all{
        {.name = "disk full", .strike = fill_disk},
        {.name = "certificate changed", .strike = change_certificate},
    };
    if (shifted_clock::works())
        all.push_back({.name = "clock stepped", .strike = step_clocks});
    return all;
}

} // namespace thimble::e2e
