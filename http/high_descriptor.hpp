// Keeps connections away from the descriptors that others need.
#pragma once

#include "async/high_descriptor.hpp"

#include <boost/system/error_code.hpp>

#include <unistd.h>

namespace thimble::service::http {

/// The same connection under a high descriptor: a thousand of them must not leave the C libraries
/// that speak to phones nothing else. Closed when it fails.
template <class Socket>
Socket with_high_descriptor(Socket client)
{
    Socket out(client.get_executor());
    boost::system::error_code failed;
    const auto here = client.local_endpoint(failed);
    if (failed)
        return out;
    // Released, not closed: closing would leave the connection known to epoll by its old number.
    const int descriptor = async::high_descriptor(client.release(failed));
    out.assign(here.protocol(), descriptor, failed);
    if (failed)
        ::close(descriptor);
    return out;
}

} // namespace thimble::service::http
