// Memory holds keys: nothing writes it to a file, and no other process of the user reads it.
#include "program/core_dumps.hpp"
#include "tests/catch2.hpp"

#include <functional>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace thimble::service::test {

namespace {

/// Finding of `look` in a process that has forbidden its core dumps: it cannot be allowed again.
int found_by_a_child(const std::function<int()>& look)
{
    const auto child = ::fork();
    if (child == 0) {
        forbid_core_dumps();
        ::_exit(look());
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    return WEXITSTATUS(status);
}

} // namespace

TEST_CASE("a process that forbids core dumps has no limit for them to stay below", "[service]")
{
    CHECK(found_by_a_child([] {
              rlimit granted{};
              ::getrlimit(RLIMIT_CORE, &granted);
              return granted.rlim_max == 0 ? 7 : 0;
          }) == 7);
}

TEST_CASE("a process that forbids core dumps cannot be dumped by a program either", "[service]")
{
    REQUIRE(::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0); // what the child begins with
    CHECK(found_by_a_child([] { return ::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }) == 0);
}

} // namespace thimble::service::test
