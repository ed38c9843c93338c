#include "daemon/frames/picture_pool.hpp"

#include <algorithm>
#include <thread>

namespace thimble::daemon {

picture_pool::picture_pool(boost::asio::any_io_executor home)
    : home_(std::move(home)), threads_(std::max(1U, std::thread::hardware_concurrency()))
{
}

} // namespace thimble::daemon
