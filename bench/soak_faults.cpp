#include "bench/soak_faults.hpp"

#include <csignal>
#include <cstdio>
#include <exception>

namespace thimble::bench {

namespace {

using std::chrono_literals::operator""ms;

constexpr int mild_faults = 3;
constexpr int all_faults = 5;

} // namespace

soak_faults::soak_faults(linked_programs& programs,
                         const e2e::virtual_phones& phones,
                         reach how_far,
                         unsigned seed)
    : programs_(programs), phones_(phones), how_far_(how_far), random_(seed),
      thread_([this] { run(); })
{
}

soak_faults::~soak_faults()
{
    stop();
}

std::map<std::string, std::size_t> soak_faults::stop()
{
    stopping_ = true;
    if (thread_.joinable())
        thread_.join();
    return struck_;
}

void soak_faults::run()
try {
    while (!stopping_) {
        rest(300, 2000);
        strike(choose(1, how_far_ == reach::deadly ? all_faults : mild_faults));
    }
} catch (const std::exception& failed) { // whoever waits for taps notices
    std::fprintf(stderr, "no more faults: %s\n", failed.what());
}

void soak_faults::strike(int which)
{
    const auto phone =
        phones_.at(static_cast<std::size_t>(choose(0, static_cast<int>(phones_.size()) - 1)));
    switch (which) {
    case 1:
        ++struck_["phone unplugged"];
        phone.make("unplug");
        rest(100, 1000);
        phone.make("plug");
        break;
    case 2:
        ++struck_["runner killed"];
        phone.make("runner", {{"state", "dead"}});
        rest(100, 1000);
        phone.make("runner", {{"state", "running"}});
        break;
    case 3:
        ++struck_["daemon silent, link lost"];
        freeze(programs_.daemon_pid());
        break;
    case 4:
        ++struck_["daemon killed"];
        programs_.restart_daemon();
        break;
    default:
        ++struck_["service killed"];
        programs_.restart_service();
        break;
    }
}

/// For longer than the service waits for a heartbeat: two of its intervals of a second.
void soak_faults::freeze(pid_t process)
{
    ::kill(process, SIGSTOP);
    rest(2500, 3500);
    ::kill(process, SIGCONT);
}

void soak_faults::rest(int least_ms, int most_ms)
{
    std::this_thread::sleep_for(choose(least_ms, most_ms) * 1ms);
}

int soak_faults::choose(int least, int most)
{
    return std::uniform_int_distribution<int>(least, most)(random_);
}

} // namespace thimble::bench
