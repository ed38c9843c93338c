// File size limit of another program: a full disk, as far as it can tell.
#pragma once

#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"

#include <sys/resource.h>

namespace thimble::e2e {

/// From now on no file that a program writes to may be longer than that many bytes.
inline void limit_files(const program& writer, rlim_t longest)
{
    rlimit limits{};
    REQUIRE(::prlimit(writer.pid(), RLIMIT_FSIZE, nullptr, &limits) == 0);
    limits.rlim_cur = longest;
    REQUIRE(::prlimit(writer.pid(), RLIMIT_FSIZE, &limits, nullptr) == 0);
}

/// Under the limit of the whole session, if there is one.
inline void allow_files(const program& writer)
{
    rlimit limits{};
    REQUIRE(::prlimit(writer.pid(), RLIMIT_FSIZE, nullptr, &limits) == 0);
    limit_files(writer, limits.rlim_max);
}

} // namespace thimble::e2e
