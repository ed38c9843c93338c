#include "virtualphone/media/stream_server.hpp"

#include "virtualphone/media/drawn_pictures.hpp"
#include "virtualphone/media/looped_pictures.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <fmt/format.h>
#include <utility>

namespace thimble::virtualphone::media {
namespace {

using real_time = std::chrono::steady_clock;

real_time::duration real(std::chrono::duration<double> length)
{
    return std::chrono::duration_cast<real_time::duration>(length);
}

/// Between pictures. An offer without all of its tiers gets few of them.
real_time::duration distance_for(const media_offer& offer)
{
    constexpr double all_that_are_shown = 60;
    constexpr double with_next_to_no_bits = 8;
    constexpr std::uint64_t needed = 300'000; // bits a second
    const bool enough = granted_bit_rate(offer) >= needed;
    return real(
        std::chrono::duration<double>(1 / (enough ? all_that_are_shown : with_next_to_no_bits)));
}

std::expected<std::unique_ptr<picture_source>, std::string>
source_for(const boost::asio::any_io_executor& home, phone& device, const media_offer& offer)
{
    if (device.loop)
        return std::make_unique<looped_pictures>(home, device, device.loop, distance_for(offer));
    if (auto missing = missing_for_encoder(); !missing.empty())
        return std::unexpected(std::move(missing));
    return std::make_unique<drawn_pictures>(home, device, distance_for(offer));
}

} // namespace

std::expected<std::shared_ptr<session>, std::string>
stream_server::start(phone& device,
                     tunnel::datagram_socket socket,
                     const media_offer& offer,
                     const stream_receiver& to)
{
    const auto now = real_time::now();
    if (now < refuses_until_) {
        refuses_until_ = now + real(device.streaming.pause);
        return std::unexpected("the last stream has only just ended");
    }
    const auto home = socket.executor();
    auto source = source_for(home, device, offer);
    if (!source)
        return std::unexpected(source.error());
    if (running_)
        running_->end("another one begins");
    running_ = std::make_shared<session>(device, std::move(socket), *std::move(source), to);
    device.stream.running = true;
    device.stream.settled = false;
    ++device.stream.started;
    device.log.append(device.clock.now(), "stream",
                      {{"phase", "start"},
                       {"offer", fmt::format("{:08x}", offer.checksum)},
                       {"receiver", offer.host_model},
                       {"port", to.port}});
    boost::asio::co_spawn(home, serve(device, running_), boost::asio::detached);
    return running_;
}

boost::asio::awaitable<void> stream_server::serve(phone& device, std::shared_ptr<session> stream)
{
    const std::string why = co_await stream->run();
    device.log.append(device.clock.now(), "stream",
                      {{"phase", "end"}, {"why", why}, {"seconds", stream->age().count()}});
    if (running_ == stream) // else it has been replaced or stopped
        forget_running(device);
}

void stream_server::forget_running(phone& device)
{
    running_.reset();
    device.stream.running = false;
    device.stream.settled = false;
    refuses_until_ = real_time::now() + real(device.streaming.pause);
}

std::vector<std::uint32_t> stream_server::stop_all(phone& device)
{
    if (!running_)
        return {};
    const std::uint32_t receiver = running_->receiver().source;
    running_->end("a host has stopped it");
    forget_running(device);
    return {receiver};
}

} // namespace thimble::virtualphone::media
