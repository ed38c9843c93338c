#include "virtualphone/media/drawn_pictures.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <utility>

namespace thimble::virtualphone::media {
namespace {

namespace asio = boost::asio;

constexpr std::size_t most_under_way = 2; // one is encoded while the other is converted
constexpr std::chrono::seconds between_dark_pictures{1};

/// The reason for which a part of the source has ended, as its user gets to hear it.
std::string reason_of(const std::exception_ptr& what)
try {
    if (what)
        std::rethrow_exception(what);
    return "the encoder has ended";
} catch (const boost::system::system_error& error) {
    return "the encoder has ended: " + error.code().message();
} catch (const std::runtime_error& error) {
    return error.what();
}

} // namespace

drawn_pictures::drawn_pictures(const asio::any_io_executor& home,
                               phone& device,
                               clock::duration shortest_distance)
    : device_(device), shortest_distance_(shortest_distance),
      size_(coded_size(device.os.hardware())), wakes_(home)
{
}

void drawn_pictures::want_key()
{
    key_wanted_ = true;
    wakes_.cancel();
}

/// Another key picture takes another encoder: this one makes one alone.
asio::awaitable<void> drawn_pictures::run(picture_receiver receiver)
{
    const auto home = wakes_.get_executor();
    for (;;) {
        key_wanted_ = false;
        fed_.reset();
        under_way_.clear();
        const auto encoder = encoder_process::start(home);
        if (!encoder)
            throw std::runtime_error(encoder.error());
        const auto beside = [&](asio::awaitable<void> part) {
            return asio::co_spawn(home, std::move(part), asio::deferred);
        };
        const auto [order, fed, collected] =
            co_await asio::experimental::make_parallel_group(beside(feed(**encoder)),
                                                             beside(collect(**encoder, receiver)))
                .async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);
        if (!key_wanted_)
            throw std::runtime_error(reason_of(order[0] == 0 ? fed : collected));
    }
}

asio::awaitable<void> drawn_pictures::feed(encoder_process& encoder)
{
    co_await encoder.write(stream_header(size_));
    while (!key_wanted_) {
        device_.os.advance(device_.clock.now());
        const auto now = clock::now();
        if (now < next_ || under_way_.size() >= most_under_way || !is_due(now)) {
            wakes_.expires_at(std::max(next_, now + shortest_distance_));
            co_await wakes_.async_wait(asio::as_tuple(asio::use_awaitable));
            continue;
        }
        fed_ = device_.os.generation();
        latest_ = now;
        raw_picture upright = device_.os.frame_pixels();
        // The phone has other work than its pictures, on the same thread.
        const auto drawing = clock::now() - now;
        next_ = now + std::max(shortest_distance_, 2 * drawing);
        const turned interface = device_.os.interface_orientation();
        const bytes frame = co_await converted(std::move(upright), interface);
        under_way_.push_back(now);
        co_await encoder.write(frame);
    }
}

bool drawn_pictures::is_due(clock::time_point now) const
{
    if (fed_ != device_.os.generation())
        return true;
    return !device_.os.awake() && now - latest_ >= between_dark_pictures;
}

/// Nothing can call the worker off; it is done in a few milliseconds.
asio::awaitable<bytes> drawn_pictures::converted(raw_picture upright, turned interface)
{
    constexpr auto convert = [](raw_picture from, turned how,
                                picture_size size) -> asio::awaitable<bytes> {
        co_return frame_of(from, how, size);
    };
    co_return co_await asio::co_spawn(
        worker_, convert(std::move(upright), interface, size_),
        asio::bind_cancellation_slot(asio::cancellation_slot(), asio::use_awaitable));
}

asio::awaitable<void> drawn_pictures::collect(encoder_process& encoder,
                                              const picture_receiver& receiver)
{
    constexpr std::size_t at_once = std::size_t{64} << 10U;
    hashed_picture_reader reader;
    bytes content(at_once);
    for (;;) {
        const std::size_t count = co_await encoder.read_some(content);
        reader.append(byte_view(content).first(count));
        for (;;) {
            auto units = reader.next();
            if (!units)
                throw std::runtime_error(units.error());
            if (!*units)
                break;
            tell(**std::move(units), receiver);
        }
    }
}

void drawn_pictures::tell(std::vector<bytes> units, const picture_receiver& receiver)
{
    const std::vector<byte_view> views(units.begin(), units.end());
    const auto taken = under_way_.empty() ? clock::now() : under_way_.front();
    if (!under_way_.empty())
        under_way_.pop_front();
    wakes_.cancel();
    receiver({.units = views, .key = std::ranges::any_of(views, is_key), .taken = taken});
}

} // namespace thimble::virtualphone::media
