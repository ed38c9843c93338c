#include "http/high_descriptor.hpp"

#include "async/high_descriptor.hpp"

#include <unistd.h>

namespace thimble::service::http {

using boost::asio::ip::tcp;
using boost::system::error_code;

tcp::socket with_high_descriptor(tcp::socket client)
{
    tcp::socket out(client.get_executor());
    error_code failed;
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
