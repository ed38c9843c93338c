// Limits of open files and connections for this process and programs that it starts.
#pragma once

#include <cstddef>
#include <sys/resource.h>

namespace thimble::e2e {

/// False when the system does not grant so many. A program that it starts can ask for more.
inline bool allow_descriptors(std::size_t count)
{
    rlimit granted{};
    ::getrlimit(RLIMIT_NOFILE, &granted);
    granted.rlim_cur = count;
    return ::setrlimit(RLIMIT_NOFILE, &granted) == 0;
}

} // namespace thimble::e2e
