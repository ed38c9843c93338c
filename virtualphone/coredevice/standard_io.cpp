// openstdiosocket: a bare stream, which says its identifier first.
#include "virtualphone/coredevice/services.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/uuid/random_generator.hpp>

#include <algorithm>
#include <array>

namespace thimble::virtualphone::coredevice {

/// In one piece: some hosts read once.
boost::asio::awaitable<void> serve_standard_io(tunnel::tunnel_stream over)
{
    const auto made = boost::uuids::random_generator()();
    std::array<std::uint8_t, 16> identifier{};
    std::ranges::copy(made, identifier.begin());
    co_await over.write(identifier);
    std::array<std::uint8_t, 1024> discarded{};
    for (;;)
        co_await over.read_some(discarded);
}

} // namespace thimble::virtualphone::coredevice
