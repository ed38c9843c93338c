#include "service/setup/core_dumps.hpp"

#include <sys/resource.h>

namespace thimble::service {

void forbid_core_dumps()
{
    const rlimit none{.rlim_cur = 0, .rlim_max = 0};
    ::setrlimit(RLIMIT_CORE, &none); // a limit can always be lowered
}

} // namespace thimble::service
