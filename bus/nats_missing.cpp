// In the place of NATS, in builds that do without it.
#include "bus/nats_transport.hpp"

#include <stdexcept>

namespace thimble::service::bus {

std::shared_ptr<transport> nats_transport::make(boost::asio::any_io_executor /*home*/,
                                                nats_address /*at*/,
                                                std::shared_ptr<spdlog::logger> /*log*/)
{
    throw std::runtime_error("this build of Thimble has no NATS");
}

} // namespace thimble::service::bus
