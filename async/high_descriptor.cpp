#include "async/high_descriptor.hpp"

#include <fcntl.h>
#include <sys/select.h>
#include <unistd.h>

namespace thimble::async {

int high_descriptor(int descriptor)
{
    const int high = ::fcntl(descriptor, F_DUPFD_CLOEXEC, FD_SETSIZE);
    if (high < 0) // the process may have no more than select() can watch
        return descriptor;
    ::close(descriptor);
    return high;
}

} // namespace thimble::async
