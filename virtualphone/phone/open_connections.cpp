#include "virtualphone/phone/open_connections.hpp"

#include <boost/system/system_error.hpp>

#include <cerrno>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace thimble::virtualphone::mux {

open_connections::entry::entry(open_connections& all, stream& connection) : all_(all)
{
    const int second = ::fcntl(connection.native_handle(), F_DUPFD_CLOEXEC, 0);
    if (second < 0)
        throw boost::system::system_error(errno, boost::system::system_category());
    position_ = all.descriptors_.insert(all.descriptors_.end(), second);
}

open_connections::entry::~entry()
{
    ::close(*position_);
    all_.descriptors_.erase(position_);
}

void open_connections::shut_down_all()
{
    for (const int descriptor : descriptors_)
        ::shutdown(descriptor, SHUT_RDWR);
}

} // namespace thimble::virtualphone::mux
