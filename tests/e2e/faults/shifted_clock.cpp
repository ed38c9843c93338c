#include "tests/e2e/faults/shifted_clock.hpp"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace thimble::e2e {

namespace {

void* shared_memory(const std::filesystem::path& file, std::size_t size)
{
    const int opened = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (opened < 0 || ::ftruncate(opened, static_cast<off_t>(size)) != 0)
        throw std::system_error(errno, std::generic_category(), file.string());
    void* const seen = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    ::close(opened);
    if (seen == MAP_FAILED)
        throw std::system_error(errno, std::generic_category(), file.string());
    return seen;
}

} // namespace

shifted_clock::shifted_clock()
    : shift_(
          static_cast<std::int64_t*>(shared_memory(folder_.path() / "shift", sizeof(std::int64_t))))
{
}

shifted_clock::~shifted_clock()
{
    ::munmap(shift_, sizeof(std::int64_t));
}

environment shifted_clock::variables() const
{
    if (!works())
        return {};
    return {{"LD_PRELOAD", THIMBLE_STEPPED_CLOCK},
            {"THIMBLE_CLOCK_SHIFT", (folder_.path() / "shift").string()}};
}

void shifted_clock::step_to(std::chrono::nanoseconds shift)
{
    std::atomic_ref(*shift_).store(shift.count());
}

} // namespace thimble::e2e
