#include "async/high_descriptor.hpp"
#include "tests/catch2.hpp"

#include <array>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <unistd.h>

namespace thimble::async::test {

namespace {

/// A limit of open files while it lives. One below the hard limit, which stays.
class open_files {
public:
    explicit open_files(rlim_t most)
    {
        REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
        rlimit wanted = before_;
        wanted.rlim_cur = most;
        REQUIRE(::setrlimit(RLIMIT_NOFILE, &wanted) == 0);
    }
    open_files(const open_files&) = delete;
    open_files& operator=(const open_files&) = delete;
    ~open_files() { ::setrlimit(RLIMIT_NOFILE, &before_); }

private:
    rlimit before_{};
};

} // namespace

TEST_CASE("a descriptor is moved out of select's reach, and still is what it was", "[descriptor]")
{
    const open_files enough(FD_SETSIZE + 16);
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const int high = high_descriptor(ends[0]);
    CHECK(high >= FD_SETSIZE);
    CHECK((::fcntl(high, F_GETFD) & FD_CLOEXEC) != 0);
    CHECK(::fcntl(ends[0], F_GETFD) == -1); // nobody else has it
    char heard = 0;
    CHECK(::write(ends[1], "x", 1) == 1);
    CHECK(::read(high, &heard, 1) == 1);
    CHECK(heard == 'x');
    ::close(high);
    ::close(ends[1]);
}

TEST_CASE("a process with few descriptors keeps the low one", "[descriptor]")
{
    const open_files few(256);
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    CHECK(high_descriptor(ends[0]) == ends[0]);
    CHECK(::fcntl(ends[0], F_GETFD) != -1);
    ::close(ends[0]);
    ::close(ends[1]);
}

} // namespace thimble::async::test
