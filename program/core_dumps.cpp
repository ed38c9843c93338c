#include "program/core_dumps.hpp"

#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace thimble::service {

void forbid_core_dumps()
{
    const rlimit none{.rlim_cur = 0, .rlim_max = 0};
    ::setrlimit(RLIMIT_CORE, &none); // a limit can always be lowered
    // Where cores are piped to a program the kernel does not look at the limit. Other processes of
    // the same user cannot read the memory then either; the leak sanitizer is one of them.
#if defined(__linux__) && !defined(THIMBLE_SANITIZED)
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

} // namespace thimble::service
