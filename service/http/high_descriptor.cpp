#include "service/http/high_descriptor.hpp"

#include <fcntl.h>
#include <sys/select.h>
#include <unistd.h>

namespace thimble::service::http {

using boost::asio::ip::tcp;
using boost::system::error_code;

namespace {

/// The descriptor, or a copy of it that is high; nobody owns it yet.
int raise(int descriptor)
{
    const int high = ::fcntl(descriptor, F_DUPFD_CLOEXEC, FD_SETSIZE);
    if (high < 0) // the process may have no more than select() can watch
        return descriptor;
    ::close(descriptor);
    return high;
}

} // namespace

tcp::socket with_high_descriptor(tcp::socket client)
{
    tcp::socket out(client.get_executor());
    error_code failed;
    const auto here = client.local_endpoint(failed);
    if (failed)
        return out;
    // Released, not closed: closing would leave the connection known to epoll by its old number.
    const int descriptor = raise(client.release(failed));
    out.assign(here.protocol(), descriptor, failed);
    if (failed)
        ::close(descriptor);
    return out;
}

} // namespace thimble::service::http
