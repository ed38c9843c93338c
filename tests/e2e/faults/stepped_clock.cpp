// Loaded before the libraries of a program under test: its wall clock is off by what a file says
// that the test writes to.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

constexpr std::int64_t nanoseconds_a_second = 1'000'000'000;

using read_clock = int (*)(clockid_t, timespec*);
using timed_wait = int (*)(pthread_cond_t*, pthread_mutex_t*, const timespec*);

/// Later than any time since the machine was started, earlier than any time of day.
constexpr time_t least_time_of_day = 1'000'000'000; // s

std::int64_t* map_shift()
{
    static std::int64_t none = 0;
    const char* const file = std::getenv("THIMBLE_CLOCK_SHIFT");
    const int opened = file != nullptr ? ::open(file, O_RDONLY | O_CLOEXEC) : -1;
    if (opened < 0)
        return &none;
    void* const seen = ::mmap(nullptr, sizeof(none), PROT_READ, MAP_SHARED, opened, 0);
    ::close(opened);
    return seen == MAP_FAILED ? &none : static_cast<std::int64_t*>(seen);
}

std::int64_t shift()
{
    static std::int64_t* const shared = map_shift();
    return __atomic_load_n(shared, __ATOMIC_RELAXED);
}

int true_time(clockid_t which, timespec* out)
{
    static const auto original = reinterpret_cast<read_clock>(::dlsym(RTLD_NEXT, "clock_gettime"));
    return original(which, out);
}

timespec moved_by(const timespec& when, std::int64_t nanoseconds)
{
    const std::int64_t moved = when.tv_sec * nanoseconds_a_second + when.tv_nsec + nanoseconds;
    return {.tv_sec = moved / nanoseconds_a_second, .tv_nsec = moved % nanoseconds_a_second};
}

} // namespace

extern "C" int clock_gettime(clockid_t which, timespec* out) noexcept
{
    const int failed = true_time(which, out);
    if (failed != 0 || (which != CLOCK_REALTIME && which != CLOCK_REALTIME_COARSE))
        return failed;
    *out = moved_by(*out, shift());
    return 0;
}

/// The kernel, whose clock has not been stepped, is told its own time of day.
extern "C" int
pthread_cond_timedwait(pthread_cond_t* what, pthread_mutex_t* held, const timespec* until)
{
    static const auto original =
        reinterpret_cast<timed_wait>(::dlsym(RTLD_NEXT, "pthread_cond_timedwait"));
    if (until->tv_sec < least_time_of_day)
        return original(what, held, until);
    const auto in_kernel = moved_by(*until, -shift());
    return original(what, held, &in_kernel);
}

extern "C" int gettimeofday(timeval* out, void* /*zone*/) noexcept
{
    timespec now{};
    const int failed = clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return failed;
}

extern "C" time_t time(time_t* out) noexcept
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != nullptr)
        *out = now.tv_sec;
    return now.tv_sec;
}
