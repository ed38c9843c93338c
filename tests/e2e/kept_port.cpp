#include "tests/e2e/kept_port.hpp"

namespace thimble::e2e {

kept_port::kept_port()
{
    using boost::asio::ip::tcp;
    held_.open(tcp::v4());
    held_.bind({boost::asio::ip::address_v4::loopback(), 0});
    number_ = held_.local_endpoint().port();
#ifdef __linux__
    held_.set_option(
        tcp::acceptor::reuse_address(true)); // once it is bound: only a free port is given
#else
    held_.close();
#endif
}

} // namespace thimble::e2e
