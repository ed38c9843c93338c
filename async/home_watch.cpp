#include "async/home_watch.hpp"

#include <charconv>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <system_error>
#include <utility>

namespace thimble::async {

namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

nanoseconds processor_time()
{
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds(used.tv_sec) + nanoseconds(used.tv_nsec);
}

int slowdown_of_build()
{
    const char* const given = std::getenv("THIMBLE_TEST_SLOWDOWN"); // NOLINT(concurrency-mt-unsafe)
    const std::string_view text = given == nullptr ? "" : given;
    int factor = 1;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), factor);
    return read.ec == std::errc() && factor > 0 && factor <= 100 ? factor : 1;
}

} // namespace

nanoseconds home_watch::granted()
{
    return longest * slowdown_of_build();
}

home_watch::home_watch(boost::asio::io_context& home, listener hear)
    : home_(home), hear_(std::move(hear)), most_(granted())
{
}

std::size_t home_watch::run_one()
{
#ifdef NDEBUG
    return home_.run_one();
#else
    if (const auto done = run_timed(false); done > 0)
        return done;
    return run_timed(true);
#endif
}

void home_watch::run()
{
#ifdef NDEBUG
    home_.run();
#else
    while (run_one() > 0) {
    }
#endif
}

/// `waits`: for a handler, if none is ready; then only its processor time is known.
std::size_t home_watch::run_timed(bool waits)
{
    const auto begun = steady_clock::now();
    const auto used_before = processor_time();
    const auto done = waits ? home_.run_one() : home_.poll_one();
    const auto used = processor_time() - used_before;
    const auto passed = waits ? nanoseconds(0) : nanoseconds(steady_clock::now() - begun);
    if (done > 0 && (used > most_ || passed > most_))
        hear_({.processor = duration_cast<milliseconds>(used),
               .passed = duration_cast<milliseconds>(passed),
               .is_too_long = used > most_});
    return done;
}

} // namespace thimble::async
